//! TLS to a server, by rustls.

use super::database::{DatabaseFault, FaultKind};
use super::encryption::{Encryption, Roots, Trust};
use rustls::client::danger::{HandshakeSignatureValid, ServerCertVerified, ServerCertVerifier};
use rustls::client::verify_server_cert_signed_by_trust_anchor;
use rustls::crypto::{CryptoProvider, verify_tls12_signature, verify_tls13_signature};
use rustls::pki_types::pem::PemObject;
use rustls::pki_types::{CertificateDer, ServerName, UnixTime};
use rustls::server::ParsedCertificate;
use rustls::{ClientConfig, DigitallySignedStruct, RootCertStore, SignatureScheme};
use std::fmt::Display;
use std::sync::Arc;
use tokio_postgres_rustls::MakeRustlsConnect;

/// The connector for the requested protection.
pub fn connector(encryption: &Encryption) -> Result<MakeRustlsConnect, DatabaseFault> {
    let provider = Arc::new(rustls::crypto::ring::default_provider());
    let builder = ClientConfig::builder_with_provider(Arc::clone(&provider))
        .with_safe_default_protocol_versions()
        .map_err(fault)?;
    let config = match encryption.trust {
        Trust::Named => builder
            .with_root_certificates(read(&encryption.roots)?)
            .with_no_client_auth(),
        Trust::Any | Trust::Signed => {
            let roots = match encryption.trust {
                Trust::Any => None,
                _ => Some(read(&encryption.roots)?),
            };
            builder
                .dangerous()
                .with_custom_certificate_verifier(Arc::new(Nameless { roots, provider }))
                .with_no_client_auth()
        }
    };
    Ok(MakeRustlsConnect::new(config))
}

fn fault(why: impl Display) -> DatabaseFault {
    DatabaseFault::new(FaultKind::Untrusted, why)
}

/// The root certificates.
fn read(roots: &Roots) -> Result<RootCertStore, DatabaseFault> {
    let mut store = RootCertStore::empty();
    match roots {
        Roots::System => {
            let found = rustls_native_certs::load_native_certs();
            store.add_parsable_certificates(found.certs);
            if store.is_empty() {
                return Err(fault("the system has no root certificates"));
            }
        }
        Roots::File(path) => {
            let named = |why: &dyn Display| fault(format!("{}: {why}", path.display()));
            let found = CertificateDer::pem_file_iter(path).map_err(|why| named(&why))?;
            for certificate in found {
                let certificate = certificate.map_err(|why| named(&why))?;
                store.add(certificate).map_err(|why| named(&why))?;
            }
            if store.is_empty() {
                return Err(named(&"it has no certificate"));
            }
        }
    }
    Ok(store)
}

/// Accepts a certificate whatever its name: one signed by a root, or any if there are no roots. It
/// still verifies that the server has the key of its certificate.
#[derive(Debug)]
struct Nameless {
    roots: Option<RootCertStore>,
    provider: Arc<CryptoProvider>,
}

impl ServerCertVerifier for Nameless {
    fn verify_server_cert(
        &self,
        certificate: &CertificateDer<'_>,
        others: &[CertificateDer<'_>],
        _: &ServerName<'_>,
        _: &[u8],
        now: UnixTime,
    ) -> Result<ServerCertVerified, rustls::Error> {
        if let Some(roots) = &self.roots {
            let certificate = ParsedCertificate::try_from(certificate)?;
            let known = self.provider.signature_verification_algorithms.all;
            verify_server_cert_signed_by_trust_anchor(&certificate, roots, others, now, known)?;
        }
        Ok(ServerCertVerified::assertion())
    }

    fn verify_tls12_signature(
        &self,
        message: &[u8],
        certificate: &CertificateDer<'_>,
        signed: &DigitallySignedStruct,
    ) -> Result<HandshakeSignatureValid, rustls::Error> {
        let known = &self.provider.signature_verification_algorithms;
        verify_tls12_signature(message, certificate, signed, known)
    }

    fn verify_tls13_signature(
        &self,
        message: &[u8],
        certificate: &CertificateDer<'_>,
        signed: &DigitallySignedStruct,
    ) -> Result<HandshakeSignatureValid, rustls::Error> {
        let known = &self.provider.signature_verification_algorithms;
        verify_tls13_signature(message, certificate, signed, known)
    }

    fn supported_verify_schemes(&self) -> Vec<SignatureScheme> {
        let known = &self.provider.signature_verification_algorithms;
        known.supported_schemes()
    }
}
