//! `mustplay serve`: the board as a web page.

use super::answer::answer;
use crate::cluster::Address;
use crate::library::SharedStore;
use crate::web::{ServeSettings, fresh_token, serve, usual_memory};
use anyhow::{Context, Result, ensure};
use std::fmt::Write as _;
use std::io::{self, Write};
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr, UdpSocket};
use std::process::{Command, Stdio};
use std::sync::Arc;
use std::thread;

/// The arguments of `mustplay serve`.
#[derive(clap::Args, Clone, Debug)]
pub struct ServeArguments {
    /// Port; 0 for any free port
    #[arg(long, default_value_t = 8088, value_name = "PORT")]
    pub port: u16,

    /// Address to listen on [default: this machine only, 127.0.0.1 and `::1`]
    #[arg(long, value_name = "ADDRESS")]
    pub bind: Option<IpAddr>,

    /// Token that every request must carry [default: none on this machine only, otherwise a new one
    /// each time]
    #[arg(
        long,
        value_name = "TOKEN",
        env = "MUSTPLAY_TOKEN",
        hide_env_values = true
    )]
    pub token: Option<String>,

    /// Host name to accept besides localhost and the address
    #[arg(long, value_name = "NAME")]
    pub host: Vec<String>,

    /// Searches to run in parallel [default: twice the number of cores]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..=64))]
    pub searches: Option<u64>,

    /// Megabytes of memory for all searches together [default: 512 per search and 256
    /// more, or half of what is free]
    #[arg(long, value_name = "MB", value_parser = clap::value_parser!(u64).range(256..=1_048_576))]
    pub memory: Option<u64>,

    /// Store with games, analyses and facts for all pages: a file, or the address of a PostgreSQL
    /// database
    #[arg(long, value_name = "FILE|URL")]
    pub store: Option<String>,

    /// Keep the analyses and proofs of all pages in the store, which is created if it does not exist
    #[arg(long, requires = "store")]
    pub keep: bool,

    /// Open the page in a browser
    #[arg(long)]
    pub open: bool,
}

/// The required token, if any.
fn token(options: &ServeArguments) -> Result<Option<String>> {
    if let Some(token) = &options.token {
        let plain = token.bytes().all(|byte| byte.is_ascii_alphanumeric());
        ensure!(
            plain && token.len() >= 8,
            "a token consists of at least 8 letters and digits"
        );
        return Ok(Some(token.clone()));
    }
    let elsewhere = options.bind.is_some_and(|address| !address.is_loopback());
    let fresh = elsewhere.then(fresh_token).transpose();
    fresh.context("cannot make a token")
}

/// The addresses of the page, that for this machine first.
fn pages(listens: SocketAddr, token: Option<&str>) -> Vec<String> {
    let path = token.map_or(String::new(), |token| format!("t/{token}/"));
    let addresses = if listens.ip().is_unspecified() {
        let mut all = vec![Ipv4Addr::LOCALHOST.into()];
        all.extend(reachable(listens.ip()));
        all
    } else {
        vec![listens.ip()]
    };
    let page = |ip| format!("http://{}/{path}", SocketAddr::new(ip, listens.port()));
    addresses.into_iter().map(page).collect()
}

/// The addresses by which this machine reaches others, in its network or beyond, and so is reached
/// by them. The sockets only ask for the route: nothing is sent.
fn reachable(listens: IpAddr) -> Vec<IpAddr> {
    const OTHERS: [&str; 5] = [
        "192.0.2.1",
        "10.0.0.1",
        "172.16.0.1",
        "192.168.0.1",
        "2001:db8::1",
    ];
    let mut found = Vec::new();
    for other in OTHERS
        .iter()
        .filter_map(|other| other.parse::<IpAddr>().ok())
    {
        let any: IpAddr = match other {
            IpAddr::V4(_) => Ipv4Addr::UNSPECIFIED.into(),
            IpAddr::V6(_) => Ipv6Addr::UNSPECIFIED.into(),
        };
        // Who listens on :: gets connections of IPv4, too.
        let fits = other.is_ipv4() || listens.is_ipv6();
        let route = || {
            let socket = UdpSocket::bind((any, 0))?;
            socket.connect((other, 9))?;
            socket.local_addr()
        };
        if let Some(address) = fits.then(route).and_then(io::Result::ok) {
            let ip = address.ip();
            if !ip.is_loopback() && !found.contains(&ip) {
                found.push(ip);
            }
        }
    }
    found
}

/// Prints the addresses; if others can reach them, also what that means.
fn announce(pages: &[String], is_public: bool) -> Result<()> {
    let mut text = String::new();
    for (place, page) in pages.iter().enumerate() {
        let _ = match place {
            0 => writeln!(text, "Serving the board at {page} (press Ctrl-C to stop)."),
            _ => writeln!(text, "From other machines: {page}"),
        };
    }
    answer(&text)?;
    if is_public {
        let _ = writeln!(
            io::stderr(),
            "mustplay: warning: this is plain HTTP; others on the network can read the token and \
             all requests. Put a TLS proxy in front of it unless you trust the network."
        );
    }
    Ok(())
}

/// Opens a page in the browser, without checking the result.
fn open(page: &str) {
    let (program, arguments): (&str, &[&str]) = if cfg!(target_os = "macos") {
        ("open", &[])
    } else if cfg!(windows) {
        ("cmd", &["/c", "start", ""])
    } else {
        ("xdg-open", &[])
    };
    let mut command = Command::new(program);
    command.args(arguments).arg(page);
    command.stdin(Stdio::null());
    command.stdout(Stdio::null()).stderr(Stdio::null());
    match command.spawn() {
        Ok(mut child) => drop(thread::spawn(move || child.wait())),
        Err(_) => {
            let _ = writeln!(
                io::stderr(),
                "mustplay: cannot open a browser; the page is at {page}"
            );
        }
    }
}

/// The store.
fn shared(address: &str, keep: bool) -> Result<Arc<SharedStore>> {
    Ok(Arc::new(SharedStore::open(&Address::read(address)?, keep)?))
}

/// Serves until a signal ends it.
pub fn run(options: ServeArguments) -> Result<()> {
    let token = token(&options)?;
    let both = vec![Ipv4Addr::LOCALHOST.into(), Ipv6Addr::LOCALHOST.into()];
    let cores = thread::available_parallelism().map_or(1, usize::from);
    let searches = options.searches.map(|searches| searches as usize);
    let searches = searches.unwrap_or((2 * cores).max(4));
    let memory = options.memory.map(|memory| memory as usize);
    let settings = ServeSettings {
        addresses: options.bind.map_or(both, |address| vec![address]),
        port: options.port,
        token: token.clone(),
        hosts: options.host,
        searches,
        memory: memory.unwrap_or_else(|| usual_memory(searches)),
    };
    let store = options.store.as_deref();
    let store = store.map(|address| shared(address, options.keep));
    let store = store.transpose()?;
    let mut printed = Ok(());
    serve(settings, store, |addresses| {
        let pages: Vec<String> = addresses
            .first()
            .map_or_else(Vec::new, |&first| pages(first, token.as_deref()));
        let is_public = addresses.iter().any(|address| !address.ip().is_loopback());
        printed = announce(&pages, is_public);
        if let (true, Some(page)) = (options.open, pages.first()) {
            open(page);
        }
        // A server whose address cannot be printed is of no use.
        printed.is_ok()
    })
    .context("cannot serve")?;
    printed
}
