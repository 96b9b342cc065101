//! The rules of exercise `lease-table`, kept by its solution. There are none yet.

#[test]
fn the_solution_has_the_signature_of_the_contract() {
    let _: kit::contract::lease_table::CarryOut = lease_table_solution::carry_out;
}
