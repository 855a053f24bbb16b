//! The description of the API, and a client that knows nothing else.

use std::collections::BTreeSet;

use serde_json::{Value, json};

use crate::client::{Running, get, request};
use crate::database::Database;

/// All references in a document.
fn references<'a>(value: &'a Value, found: &mut BTreeSet<&'a str>) {
    match value {
        Value::Object(fields) => {
            if let Some(Value::String(reference)) = fields.get("$ref") {
                found.insert(reference);
            }
            fields.values().for_each(|value| references(value, found));
        }
        Value::Array(values) => values.iter().for_each(|value| references(value, found)),
        _ => {}
    }
}

#[test]
fn the_document_is_whole() {
    let document = shinpan_serve::openapi();
    assert!(document["openapi"].as_str().unwrap().starts_with("3.1"));
    let mut found = BTreeSet::new();
    references(&document, &mut found);
    for reference in &found {
        let pointer = reference.trim_start_matches('#');
        assert!(document.pointer(pointer).is_some(), "{reference} leads nowhere");
    }
    for named in ["Report", "Event", "Frame", "RefusedMove", "FromClient", "ToClient", "RoomView"] {
        assert!(document["components"]["schemas"][named].is_object(), "{named}");
    }
    for (path, methods) in document["paths"].as_object().unwrap() {
        for (method, operation) in methods.as_object().unwrap() {
            let summary = operation["summary"].as_str().unwrap_or_default();
            assert!(!summary.is_empty(), "{method} {path} says nothing of itself");
            assert!(!operation["responses"].as_object().unwrap().is_empty(), "{method} {path}");
        }
    }
}

/// Whether a value is as a schema says: the parts of JSON Schema that the document uses.
fn fits(document: &Value, schema: &Value, value: &Value, at: &str) -> Result<(), String> {
    if let Some(reference) = schema["$ref"].as_str() {
        let schema = document.pointer(reference.trim_start_matches('#')).ok_or("no schema")?;
        return fits(document, schema, value, at);
    }
    for key in ["oneOf", "anyOf"] {
        if let Some(choices) = schema[key].as_array() {
            let faults: Vec<String> =
                choices.iter().filter_map(|one| fits(document, one, value, at).err()).collect();
            if faults.len() == choices.len() {
                return Err(format!("{at}: fits none of {key}: {faults:?}"));
            }
        }
    }
    for part in schema["allOf"].as_array().into_iter().flatten() {
        fits(document, part, value, at)?;
    }
    let kinds: Vec<&str> = match &schema["type"] {
        Value::String(kind) => vec![kind],
        Value::Array(kinds) => kinds.iter().filter_map(Value::as_str).collect(),
        _ => return Ok(()),
    };
    let kind = match value {
        Value::Null => "null",
        Value::Bool(_) => "boolean",
        Value::Number(number) if number.is_f64() => "number",
        Value::Number(_) => "integer",
        Value::String(_) => "string",
        Value::Array(_) => "array",
        Value::Object(_) => "object",
    };
    if !(kinds.contains(&kind) || kind == "integer" && kinds.contains(&"number")) {
        return Err(format!("{at}: expected {kinds:?}, found {value}"));
    }
    if let (Some(items), Some(values)) = (schema.get("items"), value.as_array()) {
        for (index, value) in values.iter().enumerate() {
            fits(document, items, value, &format!("{at}[{index}]"))?;
        }
    }
    let Some(fields) = value.as_object() else { return Ok(()) };
    for required in schema["required"].as_array().into_iter().flatten() {
        let name = required.as_str().unwrap_or_default();
        if !fields.contains_key(name) {
            return Err(format!("{at}: `{name}` is missing"));
        }
    }
    for (name, value) in fields {
        if let Some(schema) = schema["properties"].get(name) {
            fits(document, schema, value, &format!("{at}.{name}"))?;
        } else if schema["additionalProperties"].is_object() {
            fits(document, &schema["additionalProperties"], value, &format!("{at}.{name}"))?;
        }
    }
    Ok(())
}

/// What an operation answers, held against its schema.
async fn call(
    server: &Running,
    document: &Value,
    (method, path): (&str, &str),
    filled: &str,
    (token, body): (Option<&str>, Option<Value>),
) -> Value {
    let operation = &document["paths"][path][method];
    assert!(operation.is_object(), "{method} {path} is not in the document");
    if let Some(body) = &body {
        let schema = &operation["requestBody"]["content"]["application/json"]["schema"];
        fits(document, schema, body, "body").unwrap_or_else(|fault| panic!("{path}: {fault}"));
    }
    let bearer = format!("Bearer {}", token.unwrap_or_default());
    let headers: Vec<(&str, &str)> = token.iter().map(|_| ("Authorization", &*bearer)).collect();
    let body = body.map(|body| body.to_string());
    let answer =
        request(server.address, &method.to_uppercase(), filled, &headers, body.as_deref()).await;
    let response = &operation["responses"][answer.status.to_string()];
    assert!(
        response.is_object(),
        "{method} {path}: status {} is not told: {}",
        answer.status,
        answer.text()
    );
    let schema = &response["content"]["application/json"]["schema"];
    if schema.is_null() {
        return Value::Null;
    }
    let json = answer.json();
    fits(document, schema, &json, "answer")
        .unwrap_or_else(|fault| panic!("{path}: {fault}\n{json}"));
    json
}

#[tokio::test(flavor = "multi_thread")]
async fn a_client_of_the_document_plays_a_game_and_asks_for_rulings() {
    let database = Database::sqlite();
    let server = Running::start(database.config()).await;
    let document = get(server.address, "/api/openapi.json").await.json();
    assert_eq!(document, shinpan_serve::openapi());
    let ask = |operation, filled: &str, said: (Option<&str>, Option<Value>)| {
        let (server, document, filled) = (&server, &document, filled.to_owned());
        let (token, body) = (said.0.map(str::to_owned), said.1);
        async move { call(server, document, operation, &filled, (token.as_deref(), body)).await }
    };
    let nothing = || (None, None);
    let position = json!([".X.XO", "XXXXO", "OOOOO", ".....", "....."]);
    let wish =
        json!({ "rules": "japanese-1989", "board": "5x5", "position": position, "listed": true });
    let opened = ask(("post", "/api/rooms"), "/api/rooms", (None, Some(wish))).await;
    let room = opened["room"].as_str().unwrap();
    let black = opened["seats"][0]["token"].as_str().unwrap();
    let one = format!("/api/rooms/{room}");
    let acts = format!("{one}/acts");
    let act =
        |after: usize, act: &str| json!({ "id": format!("{after}"), "after": after, "act": act });
    ask(("get", "/api/rooms"), "/api/rooms", nothing()).await;
    let done =
        ask(("post", "/api/rooms/{room}/acts"), &acts, (Some(black), Some(act(0, "B A1")))).await;
    assert_eq!(done["event"], 1);
    ask(("post", "/api/rooms/{room}/acts"), &acts, (Some(black), Some(act(0, "B A2")))).await;
    ask(("post", "/api/rooms/{room}/acts"), &acts, (Some(black), Some(act(1, "W A2")))).await;
    ask(("post", "/api/rooms/{room}/acts"), &acts, (Some(black), Some(act(1, "B B2")))).await;
    ask(("post", "/api/rooms/{room}/acts"), &acts, (Some("x"), Some(act(1, "B B2")))).await;
    ask(("get", "/api/rooms/{room}"), &format!("{one}?trail=0"), (Some(black), None)).await;
    ask(("get", "/api/rooms/{room}/events"), &format!("{one}/events"), nothing()).await;
    ask(("get", "/api/rooms/{room}/record"), &format!("{one}/record"), nothing()).await;
    let seat = format!("{one}/seats/black");
    let name = json!({ "name": "Ann" });
    ask(("put", "/api/rooms/{room}/seats/{player}"), &seat, (Some(black), Some(name))).await;
    let record = "rules = \"japanese-1989\"\nboard = \"5x5\"\nposition = \"\"\"\n.X.XO\nXXXXO\nOOOOO\n.....\n.....\n\"\"\"\nmoves = [\"B pass\", \"W pass\"]";
    let ruling = || (None, Some(json!({ "record": record })));
    let report = ask(("post", "/api/judge"), "/api/judge", ruling()).await;
    assert_eq!(report["chains"][0]["status"], "alive");
    let rulings = ask(("post", "/api/compare"), "/api/compare", ruling()).await;
    assert!(rulings.as_array().unwrap().len() > 10);
    let replay = ask(("post", "/api/replay"), "/api/replay", ruling()).await;
    assert_eq!(replay["frames"].as_array().unwrap().len(), 3);
    ask(("post", "/api/fill-in"), "/api/fill-in", ruling()).await;
    // A chain that is proven to live needs no assumption.
    let assuming = json!({ "record": record, "assume_alive": ["E5"] });
    let report = ask(("post", "/api/judge"), "/api/judge", (None, Some(assuming))).await;
    assert_eq!(report["assuming"]["alive"], json!([]));
    let staying = json!({ "record": record, "dead": ["E5"], "assume_alive": "staying" });
    let report = ask(("post", "/api/judge"), "/api/judge", (None, Some(staying))).await;
    assert_eq!(report["assuming"]["agreement"]["chains"][0]["proposed"], "stays");
    let point = json!({ "record": record, "point": "A4" });
    let explained = ask(("post", "/api/explain"), "/api/explain", (None, Some(point))).await;
    assert_eq!(
        explained["frames"].as_array().unwrap().len(),
        1 + explained["chain"]["line"].as_array().unwrap().len()
    );
    ask(("post", "/api/render"), "/api/render", ruling()).await;
    let conversion = json!({ "record": record, "to": "sgf" });
    ask(("post", "/api/convert"), "/api/convert", (None, Some(conversion))).await;
    let problem = json!({ "board": "2x1", "rules": "kee", "moves": true });
    let solved = ask(("post", "/api/solve"), "/api/solve", (None, Some(problem))).await;
    assert_eq!((&solved["exact"], solved["moves"].as_array().unwrap().len()), (&json!(true), 3));
    let solve = async |problem: Value| {
        ask(("post", "/api/solve"), "/api/solve", (None, Some(problem))).await
    };
    let asked = solve(json!({ "board": "3x3", "rules": "tromp-taylor", "at_least": 9 })).await;
    assert_eq!((&asked["at_least"], &asked["reached"]), (&json!("9"), &json!(true)));
    let budget = json!({ "nodes": 3 });
    let asked =
        json!({ "board": "3x3", "rules": "tromp-taylor", "at_least": "1/2", "budget": budget });
    let asked = solve(asked).await;
    assert_eq!((&asked["at_least"], &asked["reached"]), (&json!("1/2"), &Value::Null));
    assert!(asked.as_object().unwrap().contains_key("reached"), "{asked}");
    let three = "rules = \"kee\"\nboard = \"1x3\"\nplayers = 3";
    let shares = solve(json!({ "record": three })).await;
    assert_eq!((&shares["value"], &shares["exact"]), (&Value::Null, &json!(true)));
    let expected =
        json!({ "player": "white", "draws_lost": ["draw", "draw"], "draws_won": ["0", "0"] });
    assert_eq!(shares["players"][1], expected);
    for (problem, why) in [
        (json!({ "board": "3x3", "at_least": "many" }), "expected points or half points"),
        (json!({ "board": "3x3", "at_least": [] }), "expected points or half points"),
        (json!({ "board": "3x3", "at_least": 2, "moves": true }), "one question is asked"),
        (json!({ "record": three, "at_least": 2 }), "a margin is between two players"),
    ] {
        let told = solve(problem).await;
        let told = told["error"]["message"].as_str().unwrap_or_default().to_owned();
        assert!(told.starts_with("at_least: ") && told.contains(why), "{told}");
    }
    for (path, filled) in [
        ("/api/rules", "/api/rules"),
        ("/api/rules/{name}", "/api/rules/kee,%20scoring=territory"),
        ("/api/rules/{name}", "/api/rules/nothing"),
        ("/api/options", "/api/options"),
        ("/api/clauses", "/api/clauses"),
        ("/api/clauses/{id}", "/api/clauses/K-13"),
        ("/api/casebook", "/api/casebook"),
        ("/api/casebook/{folder}/{file}", "/api/casebook/kee/simple-ko"),
        ("/api/cases/{name}", "/api/cases/kee-simple-ko"),
        ("/api/engines", "/api/engines"),
        ("/api/version", "/api/version"),
    ] {
        ask(("get", path), filled, nothing()).await;
    }
    let link = format!("{one}/seats/white/link");
    let host = opened["host"].as_str();
    ask(("post", "/api/rooms/{room}/seats/{player}/link"), &link, (host, None)).await;
    ask(("delete", "/api/rooms/{room}"), &one, (host, None)).await;
    // And the page to try it.
    let docs = get(server.address, "/api/docs/").await;
    assert!(docs.status == 200 && docs.text().contains("swagger"), "{}", docs.status);
    assert!(!docs.text().contains("https://"), "nothing comes from elsewhere");
    server.stop().await;
}
