//! A node's disk: a journal of records, of which a crash keeps a prefix.

/// Records are not copied: the journal holds the number of each write's event.
#[derive(Debug, Default)]
pub(super) struct Disk {
    journal: Vec<u32>,
    synced: usize,
}

impl Disk {
    pub(super) fn clear(&mut self) {
        self.journal.clear();
        self.synced = 0;
    }

    pub(super) fn write(&mut self, event: u32) {
        self.journal.push(event);
    }

    /// How many writes this sync made safe.
    pub(super) fn sync(&mut self) -> u32 {
        let fresh = self.journal.len() - self.synced;
        self.synced = self.journal.len();
        fresh as u32
    }

    /// Keeps what was synced and the first `keeping` writes after it; says how many are lost.
    /// What is still there afterwards lies on the platter and is as good as synced.
    pub(super) fn crash(&mut self, keeping: u32) -> u32 {
        let kept = self.journal.len().min(self.synced.saturating_add(keeping as usize));
        let lost = self.journal.len() - kept;
        super::ours(kept >= self.synced, "a synced record was forgotten");
        self.journal.truncate(kept);
        self.synced = kept;
        lost as u32
    }

    pub(super) fn kept(&self) -> &[u32] {
        &self.journal
    }
}
