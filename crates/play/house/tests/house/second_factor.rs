//! The second factor: set, used once, recovered, removed.

use punto_house::people::Proof;

use crate::test_people::{PASSWORD, TestPeople, again, from, refused};

#[tokio::test]
async fn a_code_of_the_second_factor_counts_once() {
    let test = TestPeople::new();
    let (_, session) = test.patron("Mara").await;
    let (totp, codes, confirmed) = test.with_second_factor(&session).await;
    assert!(test.known(&session).await.is_none(), "rights changed, so the id is new");
    test.logged_in(&confirmed).await;
    assert_eq!(codes.len(), 10);
    let code = totp.code(test.now()).unwrap();
    assert_eq!(refused(test.log_in("Mara", PASSWORD, Some(&code)).await), "wrong_credentials", "it was used");
    test.pass(30_000);
    let code = totp.code(test.now()).unwrap();
    let (one, two) =
        tokio::join!(test.log_in("Mara", PASSWORD, Some(&code)), test.log_in("Mara", PASSWORD, Some(&code)));
    assert_eq!(usize::from(one.is_ok()) + usize::from(two.is_ok()), 1, "of two at once, one counts");
}

#[tokio::test]
async fn each_recovery_code_counts_once() {
    let test = TestPeople::new();
    let (_, session) = test.patron("Mara").await;
    let (totp, codes, _) = test.with_second_factor(&session).await;
    let session = test.log_in("Mara", PASSWORD, Some(&codes[3].to_uppercase())).await.unwrap();
    assert_eq!(refused(test.log_in("Mara", PASSWORD, Some(&codes[3])).await), "wrong_credentials");
    test.log_in("Mara", PASSWORD, Some(&codes[4])).await.unwrap();
    let who = test.logged_in(&session).await;
    test.pass(30_000);
    let code = totp.code(test.now()).unwrap();
    let renewed = test.people.renew_recovery_codes(&who, &again(PASSWORD, &code), from(1)).await.unwrap();
    assert_eq!(
        refused(test.log_in("Mara", PASSWORD, Some(&codes[5])).await),
        "wrong_credentials",
        "replaced"
    );
    test.log_in("Mara", PASSWORD, Some(&renewed[5])).await.unwrap();
}

#[tokio::test]
async fn a_second_factor_is_confirmed_by_a_code_and_removed_by_password_and_code() {
    let test = TestPeople::new();
    let (_, session) = test.patron("Mara").await;
    let who = test.logged_in(&session).await;
    let set =
        async |password: &str| test.people.set_second_factor(&who, &Proof::password(password), from(1)).await;
    let confirm = async |code: &str| test.people.confirm_second_factor(&who, code, from(1)).await;
    assert_eq!(refused(confirm("123456").await), "no_second_factor");
    assert_eq!(refused(set("wrong").await), "wrong_credentials");
    let first = set(PASSWORD).await.unwrap();
    let new = set(PASSWORD).await.unwrap();
    assert_ne!(first.secret, new.secret, "one that waits is replaced");
    assert!(new.url.starts_with("otpauth://totp/Punto:Mara?secret="), "{}", new.url);
    assert_eq!(refused(confirm("abcdef").await), "wrong_code");
    test.log_in("Mara", PASSWORD, None).await.unwrap();

    let (totp, _, session) = test.with_second_factor(&session).await;
    let who = test.logged_in(&session).await;
    assert_eq!(
        refused(test.people.set_second_factor(&who, &Proof::password(PASSWORD), from(1)).await),
        "second_factor_set"
    );
    test.pass(30_000);
    let code = totp.code(test.now()).unwrap();
    let remove = async |password: &str, code: &str| {
        test.people.remove_second_factor(&who, &again(password, code), from(1)).await
    };
    assert_eq!(refused(remove("wrong", &code).await), "wrong_credentials");
    assert_eq!(refused(remove(PASSWORD, "000000").await), "wrong_credentials");
    let after = remove(PASSWORD, &code).await.unwrap();
    assert!(test.known(&session).await.is_none());
    let who = test.logged_in(&after).await;
    assert!(!test.people.has_second_factor(who.known.person()).await.unwrap());
    test.log_in("Mara", PASSWORD, None).await.unwrap();
    assert_eq!(
        refused(test.people.renew_recovery_codes(&who, &again(PASSWORD, "1"), from(1)).await),
        "no_second_factor"
    );
}
