use kit::toys::election::{Election, Node};
use kit::toys::lease;
use kit::world::{Fold, World};
#[test]
fn look() {
    let mut world: World<Election> = World::new(&["n1", "n2", "n3"], Box::new(|me| Box::new(Node::new(me, 3))));
    let plan = "crash n2 after output 1 of its next step, keeping 1 unsynced write; ask n1 \"stand\"
      isolate leader; crash n3
      restart n2; restart n3
      ask n3 \"stand\"
      drop Vote n2 -> n3; drop Vote n2 -> n1; ask n3 \"stand\"
      crash n3".parse().unwrap();
    world.run(&plan);
    world.finish(1000, &mut |_| false);
    for fold in [Fold::Phases, Fold::Events] {
        let trace = world.seen().trace(fold);
        println!("{trace}");
    }
    let mut world = World::new(&["table", "pod-7", "pod-3"], Box::new(lease::node));
    world.run(&"ask pod-7 \"work\"\npause pod-7\nat 31 s\nask pod-3 \"work\"\nresume pod-7\nat 90 s".parse().unwrap());
    for fold in [Fold::Phases, Fold::Events] {
        let trace = world.seen().trace(fold);
        println!("{trace}");
    }
}
