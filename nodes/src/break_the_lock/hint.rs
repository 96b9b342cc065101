//! What to think about when a schedule misses its goal. Never what to write.

use kit::contract::break_the_lock::scene::Scene;

use super::miss::Miss;

pub(super) fn hint(scene: Scene, miss: Miss) -> &'static str {
    match (miss, scene) {
        (Miss::GaveUp, Scene::CheckThenAct) => {
            "A pod asked, heard No, and wrote nothing. Its check did what it is for. A check tells how things stand \
             when the service answers. What has to lie between that and the write?"
        }
        (Miss::GaveUp, Scene::Failover) => {
            "A pod looked at its clock, or heard that its lease was lost, and wrote nothing. By what it had been told, \
             its lease was over. Here each pod has the lease by what it was told, to the moment in which it writes."
        }
        (Miss::GaveUp, _) => {
            "A pod looked at its clock, or heard that its lease was lost, and wrote nothing. It looks in the very step \
             in which it sends, so what stops the pod before that step makes it give up. What is no longer the \
             pod's to stop, once it has looked?"
        }
        (Miss::NotOwed, _) => {
            "Fewer than two pods were asked, so nobody can take a debit from anybody. Ask both, with `ask pod-7 \
             \"debit ₹30\"` and `ask pod-3 \"debit ₹30\"`."
        }
        (Miss::NoEnd, _) => {
            "So much happened that the run was given up: somebody renews for as long as the clock goes on. Let it go on \
             for a minute or two. All that has to happen fits in."
        }
        (Miss::OtherAmount, _) => {
            "Somebody was asked for another amount than ₹30. Of each pod it has to be `debit ₹30`: what is owed and what \
             is gone are counted by that."
        }
        (Miss::LostGrant | Miss::TwoLiveGrants | Miss::EndsAreOff, Scene::TwoLeases) => {
            "The two wait for each other, but you broke a lease: its service granted it twice, or ended it at another \
             time than 30 s after its grant. Leave its clock alone; the circle has to close although both leases are \
             correct."
        }
        (Miss::Crashed, Scene::TwoLeases) => {
            "A pod crashed, and forgot what it was asked. It waits for nothing any more, and its lease ends by itself. \
             In this file both pods are alive at the end, and work for all they are worth."
        }
        (Miss::Crashed, _) => {
            "A pod crashed, and forgot what it was asked. Nobody was told of that debit, so nobody is owed it. The pods \
             of this file are all alive at the end; one of them is only late."
        }
        (Miss::OneAfterTheOther, _) => {
            "Both debits are in the balance: whoever came second read what the first had left. For one to vanish, \
             both must have read before either wrote."
        }
        (Miss::InDoubt, _) => {
            "A debit is not answered at the end, so nobody is owed it yet, and the account is right with it or \
             without it. A pod works for 5 s between reading the balance and writing it. Let it come to its end."
        }
        _ => pauses(miss).or(letters(miss)).or(broken(miss)).unwrap_or_default(),
    }
}

fn pauses(miss: Miss) -> Option<&'static str> {
    Some(match miss {
        Miss::NobodyPaused => {
            "No pod was paused. The lease does what it is for as long as both keep going: whoever asks too early is \
             refused, and whoever is granted it reads what the one before has left. What if one of them stops?"
        }
        Miss::StillPaused => {
            "A pod is still paused at the end. It has not written, so it has done no harm, and was told nothing, so \
             it is owed nothing. What does it do when it wakes?"
        }
        Miss::TooShort => {
            "The pause is shorter than the 30 s for which a lease lives. While the lease is live the other pod is \
             refused, and that is right: the pod that sleeps still holds it."
        }
        Miss::Refused => {
            "A pod asked while the lease of the other was live, and was refused. That is what a lease is for. \
             When may somebody else have it, although its holder has not given it back?"
        }
        Miss::IdlePause => {
            "The pause is long enough, and met a pod that held no lease in its sleep, or none that ended. Which \
             moment of its work is the worst to fall asleep in?"
        }
        _ => return None,
    })
}

fn letters(miss: Miss) -> Option<&'static str> {
    Some(match miss {
        Miss::NothingLate => {
            "Every message arrived at once. These pods make sure before they write; no code of theirs is too slow. \
             `hold KIND from -> to` makes messages of one kind wait. Which kind hurts most when it is late?"
        }
        Miss::LostOnTheWay => {
            "A message was lost. What never arrives changes no balance, and nobody is told that it has: it harms \
             nobody, except by waiting. What is late does arrive."
        }
        Miss::HeldNothing => {
            "You hold messages, and none of this kind went that way, so nothing was late. Who sends what to whom \
             is said in the head of the file, and in pod.rs."
        }
        Miss::StillOnTheWay => {
            "What you have held is still on its way at the end. It may yet arrive; the account is wrong only once it \
             has."
        }
        Miss::NobodyTookOver => {
            "Nobody took over. While the store is there, there is one service and one truth. `crash store` takes it \
             away, and the replica grants nothing before it is asked to `take over`."
        }
        Miss::NothingRenewed => {
            "No lease was renewed, so the replica knew all that the store had promised. A pod that still waits for \
             its balance renews every 10 s. What if the store answers that, and says it to nobody else?"
        }
        Miss::ReplicaKnew => {
            "Somebody was refused, and rightly by what the service knew then. Which of the store's promises has to \
             stay unheard, and until when is the lease live by the others?"
        }
        Miss::GotBoth => {
            "A pod got both leases, and once it has them nothing keeps it from its work. The two take them in \
             opposite order. Where does each have to be when the other asks for its second one?"
        }
        Miss::NoCircle => {
            "Nobody was debited, but the two pods do not wait for each other: at the end each has to hold one lease \
             and want the other's."
        }
        _ => return None,
    })
}

fn broken(miss: Miss) -> Option<&'static str> {
    Some(match miss {
        Miss::LostGrant => {
            "The money is gone, and so is the lease: one token was issued twice, since the replica never heard of the \
             grant. That is a broken lease, and no fence helps against it: two holders that show the same number \
             cannot be told apart, so the reference loses the money too. Here the tokens have to rise, as they \
             must. What else does a store promise that its replica may not have heard of?"
        }
        Miss::TwoLiveGrants => {
            "The money is gone, but you broke the lease: its service granted it while a grant that it knew of was \
             live in true time. A service whose clock is set can promise nothing. Leave its clock alone; the lock \
             has to break although its lease is correct."
        }
        Miss::EndsAreOff => {
            "The money is gone, but you broke the lease: by its service's clock it ended at another time than 30 s \
             after it was granted. Leave that clock alone; the lock has to break although its lease is correct."
        }
        Miss::ClockTooFast => {
            "The money is gone, but a pod's steady clock is off by more than the 1 % that its margin is for. \
             With such a clock it cannot know what 30 s are. These pods break with good clocks too."
        }
        Miss::WithoutAPause => {
            "The money is gone, but no pod slept through the end of its lease and undid, when it woke, what the other \
             had begun: something else was late. That is a break too, and the file for it is late-packet.txt. Here \
             the write that does the harm is sent by a pod that has just woken."
        }
        Miss::WithAPause => {
            "The money is gone, but a pod was paused. This file asks for more: here nobody ever sleeps. The \
             holder is awake, looks at its clock in time, and loses the money all the same."
        }
        Miss::LeftInTime => {
            "The money is gone, but the write had left while the lease was its sender's: the packet was late, as in \
             late-packet.txt. Here the gap is an earlier one. What lies between the moment in which the service says \
             Yes and the moment in which the pod acts on it?"
        }
        Miss::WithoutAFailover => {
            "The money is gone, but at no time had two services told two pods that the lease is theirs: what \
             was late here was a write. Here the holder has to hold, by what it was told, when the other begins."
        }
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    const ALL: [Miss; 29] = [
        Miss::NoEnd,
        Miss::NotOwed,
        Miss::OtherAmount,
        Miss::Crashed,
        Miss::NobodyPaused,
        Miss::StillPaused,
        Miss::TooShort,
        Miss::Refused,
        Miss::IdlePause,
        Miss::NothingLate,
        Miss::LostOnTheWay,
        Miss::HeldNothing,
        Miss::StillOnTheWay,
        Miss::GaveUp,
        Miss::NobodyTookOver,
        Miss::NothingRenewed,
        Miss::ReplicaKnew,
        Miss::InDoubt,
        Miss::OneAfterTheOther,
        Miss::GotBoth,
        Miss::NoCircle,
        Miss::LostGrant,
        Miss::TwoLiveGrants,
        Miss::EndsAreOff,
        Miss::ClockTooFast,
        Miss::WithoutAPause,
        Miss::WithAPause,
        Miss::WithoutAFailover,
        Miss::LeftInTime,
    ];

    #[test]
    fn every_miss_has_a_text_of_its_own() {
        let texts: std::collections::BTreeSet<_> = ALL.iter().map(|miss| hint(Scene::Pause, *miss)).collect();
        assert_eq!(texts.len(), ALL.len());
        assert!(!texts.contains(""));
    }
}
