//! TLS to the database: what `sslmode` and `sslrootcert` of a URL ask for, as PostgreSQL's own programs read them.

use std::path::Path;
use std::sync::Arc;

use house::ports::StoreFailure;
use rustls::client::danger::{HandshakeSignatureValid, ServerCertVerified, ServerCertVerifier};
use rustls::crypto::{CryptoProvider, ring, verify_tls12_signature, verify_tls13_signature};
use rustls::pki_types::pem::PemObject as _;
use rustls::pki_types::{CertificateDer, ServerName, UnixTime};
use rustls::{ClientConfig, DigitallySignedStruct, RootCertStore, SignatureScheme};
use tokio_postgres::config::SslMode;
use tokio_postgres_rustls::MakeRustlsConnect;

/// How a connection is encrypted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Mode {
    /// Not at all.
    Disable,
    /// Where the server speaks TLS, without a look at who it is. The default.
    Prefer,
    /// Always. The server is verified where the URL names certificates to verify it by.
    Require,
    /// Always, and the server is the one that the URL names, by certificates that the system or the URL trusts.
    VerifyFull,
}

/// What a URL asks for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Wanted {
    mode: Mode,
    /// The file of trusted certificates, in PEM; those of the system without it.
    roots: Option<String>,
}

impl Default for Wanted {
    fn default() -> Self {
        Self { mode: Mode::Prefer, roots: None }
    }
}

impl Wanted {
    /// Takes one parameter of a URL; false if it is not about TLS.
    ///
    /// # Errors
    /// Why the value is refused.
    pub(super) fn take(&mut self, name: &str, value: &str) -> Result<bool, String> {
        match name {
            "sslmode" => {
                self.mode = match value {
                    "disable" => Mode::Disable,
                    "prefer" => Mode::Prefer,
                    "require" => Mode::Require,
                    "verify-full" => Mode::VerifyFull,
                    _ => return Err("sslmode is one of disable, prefer, require and verify-full".to_owned()),
                };
            }
            "sslrootcert" => self.roots = (value != "system").then(|| value.to_owned()),
            _ => return Ok(false),
        }
        Ok(true)
    }

    /// The same, as the client of the database reads it.
    pub(super) const fn ssl_mode(&self) -> SslMode {
        match self.mode {
            Mode::Disable => SslMode::Disable,
            Mode::Prefer => SslMode::Prefer,
            Mode::Require | Mode::VerifyFull => SslMode::Require,
        }
    }

    /// What encrypts connections.
    ///
    /// # Errors
    /// When the trusted certificates cannot be read.
    pub(super) fn connector(&self) -> Result<MakeRustlsConnect, StoreFailure> {
        let provider = Arc::new(ring::default_provider());
        let verifies = self.mode == Mode::VerifyFull || (self.mode == Mode::Require && self.roots.is_some());
        let config = ClientConfig::builder_with_provider(Arc::clone(&provider))
            .with_safe_default_protocol_versions()
            .map_err(|error| StoreFailure::Storage(format!("no TLS to the database: {error}")))?;
        let config = if verifies {
            config.with_root_certificates(self.trusted()?)
        } else {
            let anybody = Arc::new(Anybody(provider));
            config.dangerous().with_custom_certificate_verifier(anybody)
        };
        Ok(MakeRustlsConnect::new(config.with_no_client_auth()))
    }

    /// The certificates by which a server is verified.
    fn trusted(&self) -> Result<RootCertStore, StoreFailure> {
        let mut trusted = RootCertStore::empty();
        let of = |path: &str, why: &dyn std::fmt::Display| {
            StoreFailure::Storage(format!("the trusted certificates of the database in {path}: {why}"))
        };
        let Some(path) = &self.roots else {
            let found = rustls_native_certs::load_native_certs();
            let (added, _) = trusted.add_parsable_certificates(found.certs);
            let none = || {
                StoreFailure::Storage(
                    "the system trusts no certificates; name some with sslrootcert".to_owned(),
                )
            };
            return if added > 0 { Ok(trusted) } else { Err(none()) };
        };
        let certificates =
            CertificateDer::pem_file_iter(Path::new(path)).map_err(|error| of(path, &error))?;
        for certificate in certificates {
            let certificate = certificate.map_err(|error| of(path, &error))?;
            trusted.add(certificate).map_err(|error| of(path, &error))?;
        }
        if trusted.is_empty() { Err(of(path, &"there is none")) } else { Ok(trusted) }
    }
}

/// Takes every certificate, as `prefer` and `require` say. It still verifies that the server has the key of its own.
#[derive(Debug)]
struct Anybody(Arc<CryptoProvider>);

impl ServerCertVerifier for Anybody {
    fn verify_server_cert(
        &self,
        _: &CertificateDer<'_>,
        _: &[CertificateDer<'_>],
        _: &ServerName<'_>,
        _: &[u8],
        _: UnixTime,
    ) -> Result<ServerCertVerified, rustls::Error> {
        Ok(ServerCertVerified::assertion())
    }

    fn verify_tls12_signature(
        &self,
        message: &[u8],
        certificate: &CertificateDer<'_>,
        signed: &DigitallySignedStruct,
    ) -> Result<HandshakeSignatureValid, rustls::Error> {
        verify_tls12_signature(message, certificate, signed, &self.0.signature_verification_algorithms)
    }

    fn verify_tls13_signature(
        &self,
        message: &[u8],
        certificate: &CertificateDer<'_>,
        signed: &DigitallySignedStruct,
    ) -> Result<HandshakeSignatureValid, rustls::Error> {
        verify_tls13_signature(message, certificate, signed, &self.0.signature_verification_algorithms)
    }

    fn supported_verify_schemes(&self) -> Vec<SignatureScheme> {
        self.0.signature_verification_algorithms.supported_schemes()
    }
}

#[cfg(test)]
mod tests {
    use ::postgres::Cluster;

    use super::*;
    use crate::PostgresStore;

    /// An address of this machine that no other program of this test run listens on.
    fn own_address() -> String {
        let [_, _, high, low] = std::process::id().to_be_bytes();
        format!("127.77.{high}.{low}")
    }

    #[test]
    fn a_connection_is_encrypted_and_the_server_verified_as_the_url_says() {
        let (cluster, address) = (Cluster::start().unwrap(), own_address());
        let folder = tempfile::tempdir().unwrap();
        let names = vec!["db.example".to_owned(), address.clone()];
        let own = rcgen::generate_simple_self_signed(names).unwrap();
        let other = rcgen::generate_simple_self_signed(vec!["db.example".to_owned()]).unwrap();
        let file = |name: &str, pem: String| {
            let path = folder.path().join(name);
            std::fs::write(&path, pem).unwrap();
            path.display().to_string()
        };
        let (trusted, foreign) = (file("own.pem", own.cert.pem()), file("other.pem", other.cert.pem()));
        let empty = file("empty.pem", String::new());
        cluster.create_database().unwrap();
        cluster.listen_on(&address).unwrap();
        let restart = || cluster.kill().and_then(|()| cluster.restart()).unwrap();
        restart();
        let probe = |rest: &str| PostgresStore::probe(&format!("postgres://punto@{address}/punto_0?{rest}"));
        let without_tls = probe("sslmode=require").unwrap_err().to_string();
        assert!(without_tls.contains("TLS"), "{without_tls}");
        probe("sslmode=prefer").unwrap();
        probe("").unwrap();

        cluster.speak_tls(&own.cert.pem(), &own.signing_key.serialize_pem()).unwrap();
        restart();
        let named = |name: &str, rest: &str| {
            PostgresStore::probe(&format!("host={name} hostaddr={address} user=punto dbname=punto_0 {rest}"))
        };
        for (probed, refused) in [
            (probe("sslmode=disable"), None),
            (probe(""), None),
            (probe("sslmode=require"), None),
            (probe(&format!("sslmode=require&sslrootcert={trusted}")), None),
            (probe(&format!("sslmode=verify-full&sslrootcert={trusted}")), None),
            (named("db.example", &format!("sslmode=verify-full sslrootcert={trusted}")), None),
            (
                named("other.example", &format!("sslmode=verify-full sslrootcert={trusted}")),
                Some("not valid for name"),
            ),
            (probe(&format!("sslmode=verify-full&sslrootcert={foreign}")), Some("certificate")),
            (probe(&format!("sslmode=require&sslrootcert={foreign}")), Some("certificate")),
            (probe("sslmode=verify-full"), Some("certificate")),
            (probe(&format!("sslmode=verify-full&sslrootcert={empty}")), Some("there is none")),
        ] {
            let message = probed.err().map(|error| error.to_string());
            match refused {
                None => assert_eq!(message, None),
                Some(why) => {
                    assert!(message.as_deref().is_some_and(|it| it.contains(why)), "{why}: {message:?}");
                }
            }
        }

        // Every session of an open store is encrypted: the writer, the readers, and the sessions that only read.
        let url = format!("postgres://punto@{address}/punto_0?sslmode=verify-full&sslrootcert={trusted}");
        let store = PostgresStore::connect(&url).unwrap();
        let read = read_something(&store);
        assert!(read.is_ok(), "{read:?}");
        let plain = "SELECT count(*) FROM pg_stat_ssl JOIN pg_stat_activity USING (pid) \
                     WHERE application_name = 'punto' AND NOT ssl";
        assert_eq!(cluster.run("punto_0", plain).as_deref(), Ok("0"));
        let encrypted = plain.replace("NOT ssl", "ssl");
        assert_ne!(cluster.run("punto_0", &encrypted).as_deref(), Ok("0"));
        store.close().unwrap();
    }

    /// Lets a reader of the store read something.
    fn read_something(store: &PostgresStore) -> Result<(), StoreFailure> {
        let runtime = tokio::runtime::Builder::new_current_thread().build().unwrap();
        runtime.block_on(house::ports::ReadStore::trial_balance(store)).map(drop)
    }

    #[test]
    fn parameters_about_tls_are_taken_in_both_forms() {
        let require = Wanted { mode: Mode::Require, roots: Some("/a b/c.pem".to_owned()) };
        for (url, expected) in [
            ("postgres://ann@db/house", Wanted::default()),
            (
                "postgres://ann@db/house?sslmode=verify-full&sslrootcert=system&connect_timeout=3",
                Wanted { mode: Mode::VerifyFull, roots: None },
            ),
            (
                "postgres://ann@db/house?connect_timeout=3&sslmode=require&sslrootcert=%2Fa%20b%2Fc.pem",
                require,
            ),
            ("host=db sslmode=disable user=ann", Wanted { mode: Mode::Disable, roots: None }),
        ] {
            let read = super::super::url::Url::read(url).unwrap();
            assert_eq!((read.tls, read.config.get_user()), (expected, Some("ann")), "{url}");
        }
    }
}
