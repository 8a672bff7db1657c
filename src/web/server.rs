//! Listens, serves each connection, and ends in good order on SIGTERM or ctrl-C.

use super::connections::{OpenConnections, Ticket};
use super::pages::Pages;
use super::route;
use super::settings::ServeSettings;
use super::workers::Workers;
use hyper::Request;
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper_util::rt::{TokioIo, TokioTimer};
use std::convert::Infallible;
use std::io;
use std::net::{IpAddr, SocketAddr};
use std::sync::Arc;
use std::time::Duration;
use tokio::net::{TcpListener, TcpStream};
use tokio::runtime::Builder;
use tokio::sync::Notify;

/// The longest that the head of a request may take, and that a connection may be idle.
const HEAD: Duration = Duration::from_secs(15);

/// The most bytes of a head.
const HEAD_BYTES: usize = 16 << 10;

/// The longest that a connection lives.
const LIFE: Duration = Duration::from_hours(1);

/// How long requests at work may take to end.
const FAREWELL: Duration = Duration::from_millis(500);

/// The stack of a thread that works: searches go deep.
const STACK: usize = 16 << 20;

/// Threads that may work or wait for a place.
const THREADS: usize = 96;

/// What all requests share.
pub struct ServerState {
    /// The settings.
    pub settings: ServeSettings,
    /// The pages that are open.
    pub pages: Pages,
    /// The places for work.
    pub workers: Workers,
    /// The connections.
    pub connections: OpenConnections,
}

/// Serves until a signal ends it. `ready` is called with the addresses once it listens.
pub fn serve(settings: ServeSettings, ready: impl FnOnce(&[SocketAddr])) -> io::Result<()> {
    let runtime = Builder::new_current_thread()
        .enable_all()
        .max_blocking_threads(THREADS)
        .thread_stack_size(STACK)
        .build()?;
    runtime.block_on(run(settings, ready))?;
    // Work that does not end in time does not hold the program.
    runtime.shutdown_timeout(FAREWELL);
    Ok(())
}

async fn run(settings: ServeSettings, ready: impl FnOnce(&[SocketAddr])) -> io::Result<()> {
    let listeners = listen(&settings.addresses, settings.port).await?;
    let addresses: Vec<SocketAddr> = listeners
        .iter()
        .filter_map(|listener| listener.local_addr().ok())
        .collect();
    let shared = Arc::new(ServerState {
        workers: Workers::new(settings.searches),
        settings,
        pages: Pages::default(),
        connections: OpenConnections::default(),
    });
    let over = Arc::new(Notify::new());
    for listener in listeners {
        tokio::spawn(accept(listener, Arc::clone(&shared), Arc::clone(&over)));
    }
    ready(&addresses);
    wait_for_the_end().await?;
    over.notify_waiters();
    shared.pages.stop();
    // Answers that are ready are still sent.
    tokio::time::sleep(Duration::from_millis(50)).await;
    Ok(())
}

/// Listens at all addresses that can be had, the first among them, with one port.
async fn listen(addresses: &[IpAddr], port: u16) -> io::Result<Vec<TcpListener>> {
    let mut listeners: Vec<TcpListener> = Vec::new();
    let mut port = port;
    for &address in addresses {
        match TcpListener::bind((address, port)).await {
            Ok(listener) => {
                port = listener.local_addr()?.port();
                listeners.push(listener);
            }
            Err(why) if listeners.is_empty() => {
                let words = format!("cannot listen on {}: {why}", SocketAddr::new(address, port));
                return Err(io::Error::new(why.kind(), words));
            }
            Err(_) => {}
        }
    }
    Ok(listeners)
}

#[cfg(unix)]
async fn wait_for_the_end() -> io::Result<()> {
    use tokio::signal::unix::{SignalKind, signal};
    let mut terminate = signal(SignalKind::terminate())?;
    let mut interrupt = signal(SignalKind::interrupt())?;
    tokio::select! {
        _ = terminate.recv() => {}
        _ = interrupt.recv() => {}
    }
    Ok(())
}

#[cfg(not(unix))]
async fn wait_for_the_end() -> io::Result<()> {
    tokio::signal::ctrl_c().await
}

async fn accept(listener: TcpListener, shared: Arc<ServerState>, over: Arc<Notify>) {
    loop {
        let accepted = tokio::select! {
            accepted = listener.accept() => accepted,
            () = over.notified() => return,
        };
        match accepted {
            Ok((stream, _)) => {
                if let Some(ticket) = shared.connections.admit() {
                    tokio::spawn(converse(stream, ticket, Arc::clone(&shared)));
                }
            }
            // Too many files are open, or the client has gone: others may do better in a moment.
            Err(_) => tokio::time::sleep(Duration::from_millis(20)).await,
        }
    }
}

/// Serves a connection.
async fn converse(stream: TcpStream, ticket: Ticket, shared: Arc<ServerState>) {
    let _ = stream.set_nodelay(true);
    let close = Arc::clone(&ticket.close);
    let ticket = Arc::new(ticket);
    let service = service_fn(move |request: Request<Incoming>| {
        let (shared, ticket) = (Arc::clone(&shared), Arc::clone(&ticket));
        async move { Ok::<_, Infallible>(route::answer(request, shared, &ticket).await) }
    });
    let connection = http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(HEAD)
        .max_buf_size(HEAD_BYTES)
        .serve_connection(TokioIo::new(stream), service);
    tokio::select! {
        // What goes wrong with a connection ends it, and nothing else.
        _ = connection => {}
        () = close.notified() => {}
        () = tokio::time::sleep(LIFE) => {}
    }
}
