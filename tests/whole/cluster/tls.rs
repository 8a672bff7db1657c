//! Stores on a server that accepts only encrypted connections, with certificates generated here.

use super::fault::refused;
use super::jobs::{map, plain, solving};
use crate::support::engine::stdout;
use crate::support::server::Server;
use crate::support::skip::skip;
use std::fs;
use std::net::TcpListener;
use std::path::Path;
use std::process::{Command, Stdio};

/// Makes a key and a self-signed certificate for `localhost`; returns whether that is possible
/// here.
fn certificate(folder: &Path, name: &str) -> bool {
    let file = |kind: &str| folder.join(format!("{name}.{kind}"));
    let made = Command::new("openssl")
        .args(["req", "-x509", "-newkey", "ec", "-nodes", "-days", "2"])
        .args(["-pkeyopt", "ec_paramgen_curve:prime256v1"])
        .args(["-subj", "/CN=localhost"])
        .args(["-addext", "subjectAltName=DNS:localhost"])
        .args(["-addext", "basicConstraints=critical,CA:FALSE"])
        .arg("-keyout")
        .arg(file("key"))
        .arg("-out")
        .arg(file("crt"))
        .stderr(Stdio::null())
        .status();
    made.is_ok_and(|status| status.success())
}

/// A port that is currently free.
fn free_port() -> u16 {
    let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
    listener.local_addr().expect("an address").port()
}

/// A server reachable by TLS only, except through its socket.
fn server(port: u16) -> Option<Server> {
    Server::start_with("store-tls", port, |data| {
        if !certificate(data, "server") || !certificate(data, "other") {
            skip("openssl");
            return None;
        }
        let allowed = "local all all trust\nhostssl all all all trust\n";
        fs::write(data.join("pg_hba.conf"), allowed).expect("written");
        let settings = "-c listen_addresses=127.0.0.1 -c ssl=on -c ssl_cert_file=server.crt \
                        -c ssl_key_file=server.key";
        Some(settings.to_owned())
    })
}

#[test]
fn servers_are_reached_by_tls_and_their_certificates_verified() {
    let port = free_port();
    let Some(server) = server(port) else {
        return;
    };
    let roots = |name: &str| server.file(name).replace('/', "%2F");
    let (right, wrong) = (roots("server.crt"), roots("other.crt"));
    let address = |host: &str, more: &str| format!("postgres://hex@{host}:{port}/hex?{more}");
    let full = address(
        "localhost",
        &format!("sslmode=verify-full&sslrootcert={right}"),
    );
    let reply = stdout(&solving("4", &full), b"");
    assert_eq!(map(&reply, "4x4"), plain("4"));
    for (host, more) in [
        ("localhost", "application_name=a".to_owned()),
        ("127.0.0.1", "sslmode=require".to_owned()),
        ("127.0.0.1", format!("sslmode=require&sslrootcert={right}")),
        (
            "127.0.0.1",
            format!("sslmode=verify-ca&sslrootcert={right}"),
        ),
    ] {
        stdout(&["store", "status", "--store", &address(host, &more)], b"");
    }
    for (host, more, words) in [
        ("localhost", "sslmode=disable".to_owned(), "no encryption"),
        (
            "127.0.0.1",
            format!("sslmode=verify-full&sslrootcert={right}"),
            "not valid for name",
        ),
        (
            "localhost",
            format!("sslmode=verify-full&sslrootcert={wrong}"),
            "Check sslmode",
        ),
        (
            "localhost",
            format!("sslmode=require&sslrootcert={wrong}"),
            "Check sslmode",
        ),
        (
            "localhost",
            "sslrootcert=system".to_owned(),
            "Check sslmode",
        ),
        (
            "localhost",
            "sslrootcert=/nowhere.crt&sslmode=verify-full".to_owned(),
            "/nowhere.crt",
        ),
        (
            "localhost",
            "sslmode=allow".to_owned(),
            "sslmode=allow is not one of",
        ),
    ] {
        let store = address(host, &more);
        refused(&["store", "status", "--store", &store], words);
    }
}
