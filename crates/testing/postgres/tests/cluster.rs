//! What tests and benchmarks rely on: a cluster answers, comes back after a kill, and leaves nothing behind.

use punto_postgres::Cluster;

fn number(cluster: &Cluster, sql: &str) -> Result<u32, String> {
    cluster.run("punto_0", sql)?.parse().map_err(|error| format!("{error}"))
}

#[test]
fn what_was_committed_is_there_after_a_kill_and_nothing_after_the_end() {
    let cluster = Cluster::start().unwrap();
    let url = cluster.create_database().unwrap();
    assert!(url.starts_with("postgres://punto@%2F") && url.ends_with("/punto_0"), "{url}");
    cluster.run("punto_0", "CREATE TABLE note (n int); INSERT INTO note VALUES (7)").unwrap();
    for _ in 0..2 {
        cluster.kill().unwrap();
        assert!(number(&cluster, "SELECT n FROM note").is_err(), "a dead server answers");
        cluster.restart().unwrap();
        assert_eq!(number(&cluster, "SELECT n FROM note"), Ok(7));
    }
    assert_eq!(cluster.run("punto_0", "SHOW fsync").as_deref(), Ok("on"));
    let error = cluster.run("punto_0", "SELECT no_such_column").unwrap_err();
    assert!(error.contains("no_such_column"), "{error}");
    let folder = cluster.folder().to_owned();
    assert!(folder.exists());
    drop(cluster);
    assert!(!folder.exists(), "{} is still there", folder.display());
}
