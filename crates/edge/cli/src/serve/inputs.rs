//! What a server reads before it opens its store: the client's files and the tables. Knows no store.

use std::path::Path;

use baccarat::HouseRules;
use house::default_tables;
use house::floor::{FloorPlan, GivenTable};
use server::ClientFiles;

use crate::certificate_check::CertificateCheck;
use crate::config::Settings;
use crate::lines::Problem;
use crate::table::file::{FileTable, load};

/// The files of the client.
pub(super) fn client_files(settings: &Settings) -> Result<ClientFiles, Problem> {
    let Some(folder) = &settings.client else { return Ok(ClientFiles::default()) };
    ClientFiles::from_folder(folder)
        .map_err(|error| Problem::Usage(format!("cannot read a client from {}: {error}", folder.display())))
}

/// The settings of the tables in a file, or of the built-in ones; their rules must be on record.
pub(crate) fn table_settings(
    file: Option<&Path>,
    certificates: Option<&Path>,
) -> Result<Vec<table::Settings>, Problem> {
    let Some(tables) = given(file, certificates)? else { return Ok(default_tables()) };
    Ok(tables.into_iter().map(|GivenTable { record, rules, .. }| record.settings(rules)).collect())
}

/// The tables of a file; none without a file. The rules must be on record, the built-in ones too.
pub(super) fn given(
    file: Option<&Path>,
    certificates: Option<&Path>,
) -> Result<Option<Vec<GivenTable>>, Problem> {
    let mut certified = CertificateCheck::new(certificates);
    let Some(file) = file else {
        HouseRules::BUILTIN.iter().try_for_each(|id| certified.built_in(id))?;
        return Ok(None);
    };
    let tables = load(file, &mut certified)?;
    let (mut given, mut problems) = (Vec::new(), Vec::new());
    for table in tables.iter().map(FileTable::given) {
        match table {
            Ok(table) => given.push(table),
            Err(problem) => problems.push(problem.about(&file.display().to_string())),
        }
    }
    if problems.is_empty() { Ok(Some(given)) } else { Err(Problem::together(problems)) }
}

/// What the server is started with. Timings of the configuration apply to all tables and are not kept.
pub(super) fn plan(settings: &Settings) -> Result<FloorPlan, Problem> {
    let tables = given(settings.tables.as_deref(), settings.certificates.as_deref())?;
    Ok(FloorPlan { tables, timings: settings.timings, ..FloorPlan::default() })
}
