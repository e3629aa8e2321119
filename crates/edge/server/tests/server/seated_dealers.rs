//! Supervisors seat dealers at live tables, and nobody else.

use house::people::Role;
use serde_json::json;

use crate::live_studio::Studio;

#[tokio::test]
async fn a_supervisor_seats_dealers_and_nobody_else() {
    let studio = Studio::open().await;
    studio.server.staff("Ada", &[Role::Auditor]).await;
    let names = studio.server.house.people().staff_names().await.expect("the names");
    let number =
        |wanted: &str| names.iter().find(|(_, name)| *name == wanted).expect("a member of staff").0.0;
    let (dealer, ada) = (number("Dan"), number("Ada"));
    let seat =
        async |dealer: u32| studio.supervise(&studio.one, json!({"type": "seat", "dealer": dealer})).await;
    seat(ada).await.is_refusal(409, "no_dealer");
    seat(4_711).await.is_refusal(404, "unknown_staff");
    assert_eq!(studio.status().await["dealer"], json!(null));
    let seated = seat(dealer).await;
    assert_eq!(seated.status, 200, "{seated:?}");
    assert_eq!(studio.status().await["dealer"], json!(dealer));
    studio.server.stop().await;
}
