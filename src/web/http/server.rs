//! Listens, serves connections, and shuts down gracefully on Ctrl-C, SIGTERM, or on Windows when its
//! window closes.

use super::connections::{OpenConnections, Ticket};
use super::pages::Pages;
use super::route;
use super::settings::ServeSettings;
use super::workers::Workers;
use crate::library::SharedStore;
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
use tokio::runtime::{Builder, Runtime};
use tokio::sync::Notify;

/// The time limit for the head of a request and for an idle connection.
const HEAD: Duration = Duration::from_secs(15);

/// The maximum size of a head.
const HEAD_BYTES: usize = 16 << 10;

/// The maximum lifetime of a connection.
const LIFE: Duration = Duration::from_hours(1);

/// How long running requests may take to end at shutdown.
const FAREWELL: Duration = Duration::from_millis(500);

/// The stack of a worker thread: searches recurse deeply.
const STACK: usize = 16 << 20;

/// The maximum number of threads that work or wait for a place.
const THREADS: usize = 160;

/// The state that all requests share.
pub struct ServerState {
    /// The settings.
    pub settings: ServeSettings,
    /// The open pages.
    pub pages: Pages,
    /// The places for work.
    pub workers: Workers,
    /// The store.
    pub store: Option<Arc<SharedStore>>,
    /// The connections.
    pub connections: OpenConnections,
}

impl ServerState {
    /// The state of a new server.
    pub fn new(settings: ServeSettings, store: Option<Arc<SharedStore>>) -> Self {
        Self {
            workers: Workers::new(settings.searches, settings.memory),
            store,
            settings,
            pages: Pages::default(),
            connections: OpenConnections::default(),
        }
    }
}

/// Serves until a signal ends it. `ready` is called with the addresses once it listens; if it
/// returns false, the server ends at once.
pub fn serve(
    settings: ServeSettings,
    store: Option<Arc<SharedStore>>,
    ready: impl FnOnce(&[SocketAddr]) -> bool,
) -> io::Result<()> {
    let runtime = runtime()?;
    runtime.block_on(run(settings, store, ready))?;
    // Work that does not end in time does not delay the shutdown.
    runtime.shutdown_timeout(FAREWELL);
    Ok(())
}

/// One thread, and threads that work.
pub fn runtime() -> io::Result<Runtime> {
    Builder::new_current_thread()
        .enable_all()
        .max_blocking_threads(THREADS)
        .thread_stack_size(STACK)
        .build()
}

async fn run(
    settings: ServeSettings,
    store: Option<Arc<SharedStore>>,
    ready: impl FnOnce(&[SocketAddr]) -> bool,
) -> io::Result<()> {
    let listeners = listen(&settings.addresses, settings.port).await?;
    let addresses: Vec<SocketAddr> = listeners
        .iter()
        .filter_map(|listener| listener.local_addr().ok())
        .collect();
    let shared = Arc::new(ServerState::new(settings, store));
    let over = Arc::new(Notify::new());
    for listener in listeners {
        tokio::spawn(accept(listener, Arc::clone(&shared), Arc::clone(&over)));
    }
    if ready(&addresses) {
        wait_for_the_end().await?;
    }
    over.notify_waiters();
    shared.workers.stop();
    // Answers that are ready are still sent.
    tokio::time::sleep(Duration::from_millis(50)).await;
    Ok(())
}

/// Listens on all available addresses, including the first, with one port.
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

#[cfg(windows)]
async fn wait_for_the_end() -> io::Result<()> {
    use tokio::signal::windows::{ctrl_break, ctrl_c, ctrl_close, ctrl_shutdown};
    let (mut interrupt, mut stop) = (ctrl_c()?, ctrl_break()?);
    let (mut close, mut shutdown) = (ctrl_close()?, ctrl_shutdown()?);
    tokio::select! {
        _ = interrupt.recv() => {}
        _ = stop.recv() => {}
        _ = close.recv() => {}
        _ = shutdown.recv() => {}
    }
    Ok(())
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
            // Too many open files, or a disconnected client: try again in a moment.
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
        // An error ends only its own connection.
        _ = connection => {}
        () = close.notified() => {}
        () = tokio::time::sleep(LIFE) => {}
    }
}
