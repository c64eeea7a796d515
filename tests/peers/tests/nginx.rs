//! A real nginx with `limit_req`, in real time.
//!
//! Each answer tells when nginx began the request, how long it took and what `limit_req` made of it. The clock that
//! `limit_req` itself reads is another one and may lag behind by a tick of the kernel's, so an arrival is known as a span of
//! a few milliseconds. Every decision must be the one that ours is at the earliest or at the latest end of the spans, and
//! for at least 95 of 100 both are the same. Traffic is planned away from edges so that this holds on slow machines too.

#![cfg(unix)]

use std::fmt::Write as _;
use std::fs;
use std::io::{self, Read as _, Write as _};
use std::os::unix::net::UnixStream;
use std::panic::resume_unwind;
use std::path::Path;
use std::process::Command;
use std::sync::Once;
use std::thread;
use std::time::{Duration, Instant};

use ratelab::limiter::{Limiter, NginxDelay, NginxLimitReq, NginxPeriod, Verdict};
use ratelab::time::Nanos;
use ratelab_peers::{Chance, Server, first_line, program};

/// How far the clock of `limit_req` may be behind the one that is told: a tick at 100 Hz, and the difference in phase.
const LAG_MS: u64 = 11;
/// How far it may be ahead: the difference in phase.
const LEAD_MS: u64 = 1;
/// How much longer than asked a timer may hold a request on a machine that is busy with other things.
const LATE_MS: u64 = 1000;
/// How much longer it may hold nineteen of twenty.
const MOSTLY_LATE_MS: u64 = 60;

/// A zone's rate with the `burst` and `delay` of its use.
#[derive(Clone, Copy, Debug)]
struct Setting {
    permits: u64,
    period: NginxPeriod,
    burst: u64,
    delay: NginxDelay,
}

impl Setting {
    const fn new(permits: u64, period: NginxPeriod, burst: u64, delay: NginxDelay) -> Self {
        Self { permits, period, burst, delay }
    }

    fn rule(&self) -> NginxLimitReq {
        NginxLimitReq::new(self.permits, self.period, self.burst, self.delay).expect("these parameters are exact")
    }

    /// The milliseconds from one request to the next, rounded down.
    const fn interval_ms(&self) -> u64 {
        match self.period {
            NginxPeriod::Second => 1000 / self.permits,
            NginxPeriod::Minute => 60_000 / self.permits,
        }
    }

    /// The line that makes its zone.
    fn zone(&self, name: &str, key: &str) -> String {
        let unit = match self.period {
            NginxPeriod::Second => "s",
            NginxPeriod::Minute => "m",
        };
        format!("limit_req_zone {key} zone={name}:64k rate={}r/{unit};\n", self.permits)
    }

    /// The line that uses it. nginx takes no zero that is written out; it is what an absent parameter means.
    fn limit(&self, name: &str) -> String {
        let mut line = format!("limit_req zone={name}");
        if self.burst > 0 {
            let _ = write!(line, " burst={}", self.burst);
        }
        match self.delay {
            NginxDelay::Never => line.push_str(" nodelay"),
            NginxDelay::Above(0) => {}
            NginxDelay::Above(requests) => {
                let _ = write!(line, " delay={requests}");
            }
        }
        line + ";\n"
    }
}

/// A page of the server, with its limits: each a setting and the key its zone counts by.
struct Page {
    limits: Vec<(Setting, &'static str)>,
}

/// The usual key: an argument of the request, fresh for each case.
const KEY: &str = "$arg_key";

/// Starts nginx with the pages `/0`, `/1` and so on.
fn start(pages: &[Page]) -> Server {
    let nginx = program("nginx", "nginx-light").unwrap_or_else(|message| stop(&message));
    static TOLD: Once = Once::new();
    TOLD.call_once(|| println!("{}", first_line(&nginx, "-v").unwrap_or_default()));
    let started = Server::start(&nginx, |folder, socket| {
        // limit_req decides before a request is served but after `return`, so what is served is a file.
        fs::write(folder.join("page"), "passed\n")?;
        fs::write(folder.join("nginx.conf"), configuration(folder, socket, pages))?;
        Ok(arguments(folder))
    });
    started.unwrap_or_else(|message| stop(&message))
}

fn arguments(folder: &Path) -> Vec<String> {
    ["-p", &folder.display().to_string(), "-c", "nginx.conf", "-e", "stderr"].map(str::to_owned).to_vec()
}

/// One process, nothing outside its folder, no network: the socket is a file.
fn configuration(folder: &Path, socket: &Path, pages: &[Page]) -> String {
    let (folder, socket) = (folder.display(), socket.display());
    let (mut zones, mut locations) = (String::new(), String::new());
    for (page, limits) in pages.iter().map(|page| &page.limits).enumerate() {
        let mut lines = String::new();
        for (at, (setting, key)) in limits.iter().enumerate() {
            let name = format!("zone_{page}_{at}");
            zones.push_str(&setting.zone(&name, key));
            lines.push_str(&setting.limit(&name));
        }
        let _ = writeln!(locations, "location = /{page} {{\nalias {folder}/page;\n{lines}}}");
    }
    let scratch = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"];
    let scratch: String = scratch.iter().map(|name| format!("{name}_temp_path {folder}/{name};\n")).collect();
    format!(
        "daemon off;
master_process off;
pid {folder}/pid;
events {{ worker_connections 2000; }}
http {{
access_log off;
limit_req_status 429;
limit_req_log_level info;
keepalive_requests 100000;
add_header X-Told '$limit_req_status $msec $request_time' always;
{scratch}{zones}server {{
listen unix:{socket};
{locations}}}
}}
"
    )
}

#[expect(clippy::panic, reason = "a peer that cannot start fails its test, in words a person can act on")]
fn stop(message: &str) -> ! {
    panic!("{message}")
}

/// What nginx made of a request.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Fate {
    Passed,
    Delayed,
    Rejected,
}

/// An answer. Sorted as nginx decided: by time, and at one instant those that pass come before those that do not.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Answer {
    /// When it began, in milliseconds since 1970.
    began_ms: u64,
    fate: Fate,
    /// How long it was held, in milliseconds.
    took_ms: u64,
}

/// Sends a request on a connection of its own and does not wait for the answer.
fn send(server: &Server, page: usize, key: &str) -> io::Result<UnixStream> {
    let mut stream = server.connect()?;
    write!(stream, "GET /{page}?key={key} HTTP/1.1\r\nHost: peer\r\nConnection: close\r\n\r\n")?;
    Ok(stream)
}

/// Reads the answers that come until the connection ends.
fn receive(mut stream: UnixStream) -> Vec<Answer> {
    let mut text = String::new();
    stream.read_to_string(&mut text).expect("nginx answers in time");
    let status = |line: &&str| line.starts_with("HTTP/1.1 ");
    let statuses: Vec<&str> = text.lines().filter(status).map(|line| &line[9..12]).collect();
    let told: Vec<Answer> = text.lines().filter_map(|line| line.strip_prefix("X-Told: ")).map(answer).collect();
    assert_eq!(statuses.len(), told.len(), "an answer without what is told: {text}");
    for (status, answer) in statuses.iter().zip(&told) {
        let right = if answer.fate == Fate::Rejected { "429" } else { "200" };
        assert_eq!(*status, right, "{answer:?}");
    }
    told
}

/// Reads, for example, `DELAYED 1800000000.123 0.100`.
fn answer(told: &str) -> Answer {
    let read = || {
        let mut words = told.split(' ');
        let fate = match words.next()? {
            // Nothing is told of a request that no limit applied to.
            "PASSED" | "" => Fate::Passed,
            "DELAYED" => Fate::Delayed,
            "REJECTED" => Fate::Rejected,
            _ => return None,
        };
        let mut millis = || {
            let (whole, rest) = words.next()?.split_once('.')?;
            let millis = format!("{whole}{rest}").parse::<u64>().ok()?;
            (rest.len() == 3).then_some(millis)
        };
        let (now, took_ms) = (millis()?, millis()?);
        Some(Answer { began_ms: now - took_ms, fate, took_ms })
    };
    read().unwrap_or_else(|| stop(&format!("this is not what the configuration asks for: {told:?}")))
}

/// Sends requests for one key at planned times, in milliseconds from now, and gives the answers in nginx's order.
fn play(server: &Server, page: usize, key: &str, planned_ms: &[u64]) -> Vec<Answer> {
    let begun = Instant::now();
    let mut streams = Vec::new();
    for &at in planned_ms {
        thread::sleep(Duration::from_millis(at).saturating_sub(begun.elapsed()));
        streams.push(send(server, page, key).expect("nginx takes the request"));
    }
    let mut answers: Vec<Answer> = streams.into_iter().flat_map(receive).collect();
    answers.sort_unstable();
    assert_eq!(answers.len(), planned_ms.len());
    answers
}

/// Sends requests at one instant, again with a new key when the machine stalled in the middle.
fn at_once(server: &Server, page: usize, requests: usize) -> Vec<Answer> {
    let attempts = (0..6).map(|attempt| play(server, page, &format!("once-{attempt}"), &vec![0; requests]));
    let instant = |answers: &Vec<Answer>| match (answers.first(), answers.last()) {
        (Some(first), Some(last)) => last.began_ms - first.began_ms <= 30,
        _ => false,
    };
    attempts.into_iter().find(instant).unwrap_or_else(|| stop("the machine stalls; nothing comes at one instant"))
}

/// The two ends of what our rule says to the last of several arrivals, each a span, when it is known which passed before.
struct Ends {
    /// It came as late, and all before it as early, as can be: most has gone.
    lenient: Verdict,
    /// It came as early, and all before it as late, as can be.
    strict: Verdict,
}

impl Ends {
    fn of(rule: &NginxLimitReq, before: &[(u64, u64)], last: (u64, u64)) -> Self {
        let at = |ms: u64| Nanos::from_millis(ms);
        let decide = |early: bool| {
            let mut state = rule.fresh();
            for &(first, latest) in before {
                rule.commit(&mut state, at(if early { first } else { latest }), 1);
            }
            rule.check(&state, at(if early { last.1 } else { last.0 }), 1)
        };
        Self { lenient: decide(true), strict: decide(false) }
    }

    fn agree(&self) -> bool {
        self.lenient.outcome() == self.strict.outcome()
    }
}

/// What a comparison saw.
#[derive(Debug, Default)]
struct Seen {
    passed: u32,
    delayed: u32,
    rejected: u32,
    ambiguous: u32,
    late: u32,
}

impl Seen {
    const fn decisions(&self) -> u32 {
        self.passed + self.delayed + self.rejected
    }

    fn add(&mut self, other: &Self) {
        self.passed += other.passed;
        self.delayed += other.delayed;
        self.rejected += other.rejected;
        self.ambiguous += other.ambiguous;
        self.late += other.late;
    }

    fn report(&self, what: &str) {
        let Self { passed, delayed, rejected, ambiguous, late } = self;
        println!(
            "{what}: {passed} passed, {delayed} delayed, {rejected} refused, all as ours; \
             {ambiguous} on the edge of a millisecond, {late} timers late by over {MOSTLY_LATE_MS} ms"
        );
        assert!(ambiguous * 20 <= self.decisions(), "too many decisions hinge on a millisecond: {self:?}");
        assert!(late * 20 <= self.decisions(), "too many timers were late: {self:?}");
    }
}

/// Holds one key's answers against ours.
fn hold(rule: &NginxLimitReq, answers: &[Answer], about: &str) -> Seen {
    let mut seen = Seen::default();
    let mut passed: Vec<(u64, u64)> = Vec::new();
    let epoch = answers.first().map_or(0, |first| first.began_ms) - 1000;
    for (at, answer) in answers.iter().enumerate() {
        let began = answer.began_ms - epoch;
        let span = (began - LAG_MS, began + LEAD_MS);
        let ends = Ends::of(rule, &passed, span);
        let verdicts = [ends.lenient, ends.strict];
        let fate = |verdict: &Verdict| match verdict {
            Verdict::Allowed => Fate::Passed,
            Verdict::Delayed { .. } => Fate::Delayed,
            Verdict::Refused { .. } | Verdict::Impossible => Fate::Rejected,
        };
        assert!(
            verdicts.iter().any(|verdict| fate(verdict) == answer.fate),
            "{about}, request {at}: nginx says {answer:?}, ours is {verdicts:?}; all: {answers:?}"
        );
        seen.ambiguous += u32::from(!ends.agree());
        match answer.fate {
            Fate::Passed => seen.passed += 1,
            Fate::Rejected => seen.rejected += 1,
            Fate::Delayed => {
                seen.delayed += 1;
                let waits = verdicts.iter().filter(|verdict| fate(verdict) == Fate::Delayed);
                let waits: Vec<u64> = waits.map(|verdict| verdict.wait().get() / 1_000_000).collect();
                let (least, most) = (waits.iter().min().copied(), waits.iter().max().copied());
                let (least, most) = (least.unwrap_or(0).saturating_sub(LAG_MS), most.unwrap_or(0) + LAG_MS);
                assert!(
                    (least..=most + LATE_MS).contains(&answer.took_ms),
                    "{about}, request {at}: held {} ms, ours waits {waits:?}; all: {answers:?}",
                    answer.took_ms
                );
                seen.late += u32::from(answer.took_ms > most + MOSTLY_LATE_MS);
            }
        }
        if answer.fate != Fate::Rejected {
            passed.push(span);
        }
    }
    seen
}

fn counts(answers: &[Answer]) -> [usize; 3] {
    [Fate::Passed, Fate::Delayed, Fate::Rejected]
        .map(|fate| answers.iter().filter(|answer| answer.fate == fate).count())
}

/// Runs so many cases, some of them at a time.
fn side_by_side(cases: usize, at_once: usize, run: impl Fn(usize) -> Seen + Sync) -> Seen {
    let (mut total, run) = (Seen::default(), &run);
    let numbers: Vec<usize> = (0..cases).collect();
    for wave in numbers.chunks(at_once) {
        thread::scope(|scope| {
            let running: Vec<_> = wave.iter().map(|&case| scope.spawn(move || run(case))).collect();
            for case in running {
                total.add(&case.join().unwrap_or_else(|panic| resume_unwind(panic)));
            }
        });
    }
    total
}

/// Requests that all come at once, with the counts that the lessons show.
#[test]
fn bursts_at_once() {
    use NginxDelay::{Above, Never};
    use NginxPeriod::{Minute, Second};
    let cases = [
        (Setting::new(10, Second, 5, Above(0)), 8, [1, 5, 2]),
        (Setting::new(10, Second, 5, Never), 8, [6, 0, 2]),
        (Setting::new(5, Second, 12, Above(8)), 16, [9, 4, 3]),
        (Setting::new(10, Second, 0, Above(0)), 4, [1, 0, 3]),
        (Setting::new(2, Second, 3, Above(7)), 6, [4, 0, 2]),
        (Setting::new(1, Minute, 2, Never), 5, [3, 0, 2]),
        (Setting::new(60, Minute, 2, Above(1)), 5, [2, 1, 2]),
        (Setting::new(30, Minute, 1, Above(0)), 3, [1, 1, 1]),
    ];
    let pages: Vec<Page> = cases.iter().map(|&(setting, ..)| Page { limits: vec![(setting, KEY)] }).collect();
    let server = start(&pages);
    let total = side_by_side(cases.len(), cases.len(), |page| {
        let (setting, requests, expected) = cases[page];
        let answers = at_once(&server, page, requests);
        assert_eq!(counts(&answers), expected, "{setting:?}: {answers:?}");
        hold(&setting.rule(), &answers, &format!("{setting:?}"))
    });
    total.report("bursts at once");
}

/// 4r/m is 66 thousandths a second and not 66.67, so one interval is 15.151 s and not 15 s: the truncation can be seen.
#[test]
fn a_rate_by_the_minute_is_truncated_to_thousandths_a_second() {
    let setting = Setting::new(4, NginxPeriod::Minute, 1, NginxDelay::Above(0));
    let server = start(&[Page { limits: vec![(setting, KEY)] }]);
    let answers = play(&server, 0, "slow", &[0, 0, 0]);
    assert_eq!(counts(&answers), [1, 1, 1], "{answers:?}");
    hold(&setting.rule(), &answers, "4r/m").report("4r/m");
    let held = answers[1].took_ms;
    assert!((15_100..15_151 + LATE_MS).contains(&held), "15,151 ms is the interval: {held}");
}

/// Random settings and random traffic of a few seconds, each with a zone and a key of its own.
#[test]
fn random_traffic() {
    const CASES: u32 = 48;
    let planned: Vec<(Setting, Vec<u64>)> = (0..CASES)
        .map(|case| {
            let mut chance = Chance::new(5000 + case);
            let setting = random_setting(&mut chance);
            (setting, plan(&setting.rule(), setting.interval_ms(), &mut chance))
        })
        .collect();
    let pages: Vec<Page> = planned.iter().map(|&(setting, _)| Page { limits: vec![(setting, KEY)] }).collect();
    let server = start(&pages);
    // Sixteen at a time: each request holds a connection until its answer is read.
    let total = side_by_side(planned.len(), 16, |page| {
        let (setting, times) = &planned[page];
        hold(&setting.rule(), &play(&server, page, "random", times), &format!("case {page}, {setting:?}"))
    });
    total.report("random traffic");
    let fewest = total.passed.min(total.delayed).min(total.rejected);
    assert!(total.decisions() >= 1000 && fewest >= 100, "the cases cover little: {total:?}");
}

fn random_setting(chance: &mut Chance) -> Setting {
    let (permits, period) = if chance.below(2) == 0 {
        (chance.pick(&[1, 2, 3, 5, 7, 10, 15]), NginxPeriod::Second)
    } else {
        (chance.pick(&[100, 137, 250, 400, 500, 610]), NginxPeriod::Minute)
    };
    let mut setting = Setting::new(permits, period, 0, NginxDelay::Never);
    // No wait is longer than three seconds.
    setting.burst = chance.below((3000 / setting.interval_ms()).min(8) + 1);
    if chance.below(3) > 0 {
        setting.delay = NginxDelay::Above(chance.below(setting.burst + 2) * chance.below(2));
    }
    setting
}

/// Times for one case, in milliseconds: chosen so that each decision stays the same when arrivals are 20 ms off.
fn plan(rule: &NginxLimitReq, interval_ms: u64, chance: &mut Chance) -> Vec<u64> {
    const REQUESTS: usize = 26;
    const OFF_MS: u64 = 20;
    let (mut times, mut passed, mut now) = (Vec::new(), Vec::new(), 0);
    while times.len() < REQUESTS && now < 4000 {
        let longest = if chance.below(6) == 0 { interval_ms * 5 } else { interval_ms };
        let gap = if chance.below(2) == 0 { 0 } else { chance.below(longest.min(1500)) };
        let span = (now + gap + 1000 - OFF_MS, now + gap + 1000 + OFF_MS);
        let ends = Ends::of(rule, &passed, span);
        if ends.agree() {
            now += gap;
            times.push(now);
            if ends.strict.passes() {
                passed.push(span);
            }
        } else {
            // Nearer to the next edge or past it; there is one within an interval.
            now += 5;
        }
    }
    times
}

/// Two limits on one page, by user and by team. All are checked before any is charged, and the longest wait counts.
#[test]
fn two_limits_are_checked_before_either_is_charged() {
    let by_user = Setting::new(1, NginxPeriod::Second, 3, NginxDelay::Never);
    let by_team = Setting::new(1, NginxPeriod::Second, 6, NginxDelay::Above(5));
    let server = start(&[Page { limits: vec![(by_user, KEY), (by_team, "$arg_team")] }]);
    let (user, team) = (by_user.rule(), by_team.rule());
    let (mut users, mut teams) = ([user.fresh(), user.fresh()], [team.fresh(), team.fresh()]);
    let rounds = [
        ("a&team=x", (0, 0), [4, 0, 2]),
        ("b&team=x", (1, 0), [2, 1, 3]),
        // What the team's limit refused was not charged to the user, who has one left.
        ("b&team=y", (1, 1), [1, 0, 2]),
    ];
    // A tenth of a second between rounds keeps their order and moves no decision: a request takes a whole one to go.
    let (mut sent, mut now) = (Vec::new(), Nanos::ZERO);
    for (key, (of_user, of_team), expected) in rounds {
        let requests: usize = expected.iter().sum();
        let streams: Vec<UnixStream> = (0..requests).map(|_| send(&server, 0, key).expect("nginx takes it")).collect();
        let (user_state, team_state) = (&mut users[of_user], &mut teams[of_team]);
        let mut ours = [0; 3];
        for _ in 0..requests {
            let verdicts = [user.check(user_state, now, 1), team.check(team_state, now, 1)];
            if verdicts.iter().all(|verdict| verdict.passes()) {
                user.commit(user_state, now, 1);
                team.commit(team_state, now, 1);
                ours[usize::from(verdicts.iter().any(|verdict| verdict.wait() > Nanos::ZERO))] += 1;
            } else {
                ours[2] += 1;
            }
        }
        assert_eq!(ours, expected, "{key}");
        sent.push((key, expected, streams));
        thread::sleep(Duration::from_millis(100));
        now = now + Nanos::from_millis(100);
    }
    for (key, expected, streams) in sent {
        let answers: Vec<Answer> = streams.into_iter().flat_map(receive).collect();
        println!("two limits, {key}: {expected:?} passed, delayed and refused, as ours");
        assert_eq!(counts(&answers), expected, "{key}: {answers:?}");
    }
}

/// `burst=0` and `delay=0` are what nginx does without the words, and cannot be written; our description takes them.
#[test]
fn pinned_nginx_takes_no_zero_that_is_written() {
    let setting = Setting::new(1, NginxPeriod::Second, 1, NginxDelay::Above(1));
    let server = start(&[Page { limits: vec![(setting, KEY)] }]);
    let nginx = program("nginx", "nginx-light").unwrap_or_else(|message| stop(&message));
    let file = server.folder().join("nginx.conf");
    let right = fs::read_to_string(&file).expect("it was just written");
    let test = |text: &str| {
        fs::write(&file, text).expect("the folder is ours");
        let output = Command::new(&nginx).args(arguments(server.folder())).arg("-t").output().expect("nginx starts");
        (output.status.success(), String::from_utf8_lossy(&output.stderr).into_owned())
    };
    assert!(test(&right).0);
    for word in ["burst", "delay"] {
        let (taken, said) = test(&right.replace(&format!("{word}=1"), &format!("{word}=0")));
        assert!(!taken && said.contains(&format!("invalid {word} value")), "{said}");
        assert!(test(&right.replace(&format!("{word}=1"), "")).0, "without it all is well");
    }
}

/// To nginx a request without a key is no request; to ours the empty key is a key.
#[test]
fn pinned_nginx_does_not_limit_an_empty_key() {
    let setting = Setting::new(1, NginxPeriod::Minute, 0, NginxDelay::Never);
    let server = start(&[Page { limits: vec![(setting, KEY)] }]);
    assert_eq!(counts(&play(&server, 0, "", &[0; 5])), [5, 0, 0]);
    assert_eq!(counts(&play(&server, 0, "named", &[0; 5])), [1, 0, 4]);
}

/// A zone holds so many keys. When it is full nginx forgets the oldest, which is then new; ours forgets none.
#[test]
fn pinned_nginx_forgets_the_oldest_key_of_a_full_zone() {
    let setting = Setting::new(1, NginxPeriod::Minute, 0, NginxDelay::Never);
    let server = start(&[Page { limits: vec![(setting, KEY)] }]);
    let ask = || counts(&play(&server, 0, "oldest", &[0]));
    assert_eq!([ask(), ask()], [[1, 0, 0], [0, 0, 1]]);
    // Keep-alive connections that each carry many requests, few enough not to fill the socket with answers.
    for connection in 0..20 {
        let mut stream = server.connect().expect("nginx answers");
        let mut requests: String = (0..100).fold(String::new(), |mut text, key| {
            let _ = write!(text, "GET /0?key=new-{connection}-{key} HTTP/1.1\r\nHost: peer\r\n\r\n");
            text
        });
        requests.push_str("GET /0?key= HTTP/1.1\r\nHost: peer\r\nConnection: close\r\n\r\n");
        stream.write_all(requests.as_bytes()).expect("nginx takes them");
        assert_eq!(counts(&receive(stream)), [101, 0, 0]);
    }
    assert_eq!(ask(), [1, 0, 0]);
}
