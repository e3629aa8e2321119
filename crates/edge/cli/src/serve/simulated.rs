//! The live table that a program plays at this server, in a demonstration: its staff before the house opens, its test
//! picture, and the thread that deals. It speaks to the server as any device and anybody of the staff, over HTTP.

use std::net::SocketAddr;
use std::path::PathBuf;
use std::process::{Command, Stdio};
use std::sync::Arc;
use std::thread;
use std::time::Duration;

use house::House;
use house::ports::Store;
use money::Currency;
use server::recording::Recordings;
use table::TableId;
use tokio::runtime::Runtime;

use super::recordings;
use super::store_location::StoreLocation;
use crate::config::Settings;
use crate::demonstration::Demonstration;
use crate::lines::Problem;
use crate::scanner::demonstrate::{TABLE, in_server};
use crate::staff::demonstrate::{for_server, made_without, marked};

/// What is recorded at the table, if ffmpeg is installed: its test picture.
const RECORDINGS: &str = include_str!("../../../../../examples/recordings.toml");
/// How long after it stopped the simulated device is started again: people may have let it speak again.
const AGAIN: Duration = Duration::from_secs(30);

/// How an operator wants the table to be played, for one start.
#[derive(clap::Args, Clone, Copy)]
pub(super) struct Played {
    /// Let nobody press the dealer's keys of the demonstration: a person deals at /dealer.html, as Dealer One.
    #[arg(long)]
    no_dealer: bool,
    /// How many times as fast as people the demonstration deals.
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..=1_000))]
    demonstration_speed: u32,
}

/// The live table of a demonstration.
pub(super) struct Simulated {
    folder: PathBuf,
    staff: Demonstration,
}

impl Simulated {
    /// Marks the folder of a new store, before it is made. None without a demonstration, and for a store that was made
    /// without one, which the log says.
    pub(super) fn begin(
        settings: &Settings,
        place: &StoreLocation,
        Played { no_dealer, .. }: Played,
    ) -> Result<Option<Self>, Problem> {
        if no_dealer && !settings.demonstration {
            return Err(Problem::Usage("--no-dealer: it needs --demonstration".to_owned()));
        }
        let Some(folder) = place.folder().filter(|_| settings.demonstration) else { return Ok(None) };
        let Some(staff) = marked(folder)? else {
            let why = made_without(folder).text();
            tracing::warn!("no live table is simulated: {why}; or set demonstration = false");
            return Ok(None);
        };
        Ok(Some(Self { folder: folder.to_owned(), staff }))
    }

    /// The recording of the table, which goes on without one where there is no ffmpeg, or where it cannot be kept.
    pub(super) fn recordings(&self) -> Recordings {
        let without = |why: &str| {
            tracing::warn!("the simulated live table goes on without a picture: {why}");
            Recordings::default().required_but_at([(TableId(TABLE), why.to_owned())].into())
        };
        if !has_ffmpeg() {
            return without("ffmpeg is not installed");
        }
        let opened = recordings::given(RECORDINGS, &self.folder).and_then(|it| it.open(Some(&self.folder)));
        opened.unwrap_or_else(|problem| without(&problem.text()))
    }

    /// The table of the demonstration, and why it begins rounds without a recording where no file names its camera.
    pub(super) fn unrecorded() -> (TableId, String) {
        (TableId(TABLE), "a demonstration".to_owned())
    }

    /// With the staff that were missing in the store; none where they cannot be added, which the log says.
    pub(super) fn completed(mut self, store: Arc<dyn Store>, runtime: &Runtime) -> Option<Self> {
        match for_server(&mut self.staff, &self.folder, store, runtime) {
            Ok(()) => Some(self),
            Err(problem) => {
                tracing::error!("no live table is simulated: {}", problem.text());
                None
            }
        }
    }

    /// Plays the table in a thread of its own, which ends with the program.
    pub(super) fn start(mut self, address: SocketAddr, house: &House, played: Played) {
        if house.tables().iter().any(|table| table.view.currency != Currency::PLAY) {
            tracing::error!(
                "no live table is simulated, because a table of this store takes money that is not play money"
            );
            return;
        }
        let folder = self.folder.display();
        tracing::info!(
            "a demonstration for this machine alone: table {TABLE} is live, and a program plays its shoe, its dealer and \
             its supervisors; punto staff codes --data '{folder}' shows how staff log in"
        );
        let url = format!("http://{address}");
        let begun =
            thread::Builder::new().name("simulated-table".to_owned()).spawn(move || self.play(&url, played));
        if let Err(error) = begun {
            tracing::error!(%error, "no live table is simulated");
        }
    }

    /// Plays the table for ever.
    fn play(&mut self, url: &str, Played { no_dealer, demonstration_speed }: Played) {
        let mut said = String::new();
        loop {
            let how = (url, demonstration_speed, no_dealer);
            if let Err(problem) = in_server(&mut self.staff, &self.folder, how) {
                let why = problem.text();
                if why != said {
                    tracing::error!("the simulated live table stopped: {why}");
                    said = why;
                }
            }
            thread::park_timeout(AGAIN);
        }
    }
}

fn has_ffmpeg() -> bool {
    let quiet = || Stdio::null();
    let asked =
        Command::new("ffmpeg").arg("-version").stdin(quiet()).stdout(quiet()).stderr(quiet()).status();
    asked.is_ok_and(|status| status.success())
}
