/** Each alert has its severity and cure, stands in the watch list, and fires by Prometheus' own judgement (D3-RUN-03). */
import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { expect, test } from 'vitest'
import { readRules, rulesFile, watchProblems } from './alert-rules.ts'
import { root } from './source-files.ts'

const rules = readRules()

test('each alert has one severity, its meaning, what to do, and a row in the watch list (D3-RUN-03)', () => {
  expect(watchProblems()).toEqual([])
  const page = readFileSync(join(root, 'docs/operations.md'), 'utf8')
  expect(new Set(rules.map(({ alert }) => alert)).size).toBe(rules.length)
  for (const { alert, severity, summary, cure } of rules) {
    expect([alert, severity]).toEqual([alert, expect.stringMatching(/^(?:critical|warning)$/)])
    expect(page).toContain(`| \`${alert}\` | ${severity} |`)
    expect(page).toContain(`| ${summary} | ${cure} |`)
  }
  expect(() => readRules('\n      - alert: Quiet\n        expr: up == 0\n')).toThrow('Quiet has no severity')
})

/** Per minute: figures that force each alert, and the labels that it is told with. */
const forced: Record<string, { input: Record<string, string>; labels?: Record<string, string> }> = {
  ServerDown: { input: { 'up{job="vasdesk"}': '0x75' }, labels: { job: 'vasdesk' } },
  DatabaseDown: { input: { vasdesk_database_up: '0x75' } },
  StandbyMissing: {
    input: { 'vasdesk_commits_stalled{why="standby"}': '1x75' },
    labels: { why: 'standby' },
  },
  DiskStalled: { input: { 'vasdesk_commits_stalled{why="disk"}': '1x75' }, labels: { why: 'disk' } },
  DiskReadOnly: {
    input: { 'vasdesk_commits_stalled{why="read only"}': '1x75' },
    labels: { why: 'read only' },
  },
  RequestsFail: { input: { vasdesk_failed_requests_total: '0x68 1x5' } },
  RequestsSlow: { input: { vasdesk_slow_requests_total: '0+5x75' } },
  AnswersLate: {
    input: {
      'vasdesk_request_seconds_bucket{instance="a",kind="read",le="0.5"}': '0+90x75',
      'vasdesk_request_seconds_bucket{instance="a",kind="read",le="1"}': '0+100x75',
      'vasdesk_request_seconds_bucket{instance="a",kind="read",le="+Inf"}': '0+100x75',
    },
    labels: { instance: 'a', kind: 'read' },
  },
  RequestsRefusedBusy: {
    input: {
      'vasdesk_requests_total{instance="a",status="200"}': '0+97x75',
      'vasdesk_requests_total{instance="a",status="503"}': '0+3x75',
    },
    labels: { instance: 'a' },
  },
  RequestsRefusedOften: {
    input: {
      'vasdesk_requests_total{instance="a",status="200"}': '0+94x75',
      'vasdesk_requests_total{instance="a",status="429"}': '0+6x75',
    },
    labels: { instance: 'a' },
  },
  SignInsRefused: { input: { vasdesk_refused_sign_ins_total: '0+6x75' } },
  RequestsWaitForConnections: {
    input: { 'vasdesk_pool_connections{pool="requests",state="waiting"}': '3x75' },
    labels: { pool: 'requests', state: 'waiting' },
  },
  ConnectionsLost: { input: { 'vasdesk_pool_stuck{pool="long"}': '1x75' }, labels: { pool: 'long' } },
  JobsFail: { input: { 'vasdesk_jobs{state="failed"}': '1x75' }, labels: { state: 'failed' } },
  JobsWait: { input: { 'vasdesk_jobs{state="created"}': '1001x75' }, labels: { state: 'created' } },
  FeedFails: { input: { 'vasdesk_feed_failures{feed="bank"}': '7x75' }, labels: { feed: 'bank' } },
  FeedLate: {
    input: { 'vasdesk_feed_read_timestamp_seconds{feed="bank"}': '0x75' },
    labels: { feed: 'bank' },
  },
  FeedRowsSetAside: { input: { 'vasdesk_feed_set_aside{feed="bank"}': '1x75' }, labels: { feed: 'bank' } },
  LedgerNotFolded: { input: { vasdesk_balance_deltas: '100001x75' } },
  BackupOld: { input: { vasdesk_backup_verified_timestamp_seconds: '-93600x75' } },
  SealsBroken: { input: { vasdesk_trail_broken: '1x75' } },
  SealingLate: { input: { vasdesk_trail_unsealed_seconds: '601x75' } },
  ReplicaLags: { input: { vasdesk_replica_lag_seconds: '11x75' } },
  TwoVersions: {
    input: {
      'vasdesk_build_info{job="vasdesk",instance="a",version="1.1.0"}': '1x75',
      'vasdesk_build_info{job="vasdesk",instance="b",version="1.0.0"}': '1x75',
    },
  },
  DiskFull: { input: { vasdesk_disk_free_ratio: '0.19x75' } },
  EventLoopSlow: { input: { vasdesk_nodejs_eventloop_lag_p99_seconds: '0.3x75' } },
  MemoryHigh: { input: { vasdesk_process_resident_memory_bytes: '1600000000x75' } },
  SocketsMany: { input: { vasdesk_live_sockets: '5001x75' } },
}

/** A server that is well, and busy. */
const well: Record<string, string> = {
  'up{job="vasdesk"}': '1x75',
  vasdesk_database_up: '1x75',
  'vasdesk_commits_stalled{why="standby"}': '0x75',
  vasdesk_failed_requests_total: '0x75',
  vasdesk_slow_requests_total: '0+1x75',
  'vasdesk_request_seconds_bucket{instance="a",kind="read",le="0.5"}': '0+96x75',
  'vasdesk_request_seconds_bucket{instance="a",kind="read",le="+Inf"}': '0+100x75',
  'vasdesk_requests_total{instance="a",status="200"}': '0+100x75',
  'vasdesk_requests_total{instance="a",status="503"}': '0+1x75',
  'vasdesk_requests_total{instance="a",status="429"}': '0+4x75',
  // So few that one in three is no crowd.
  'vasdesk_requests_total{instance="b",status="200"}': '0+2x75',
  'vasdesk_requests_total{instance="b",status="503"}': '0+1x75',
  vasdesk_refused_sign_ins_total: '0+4x75',
  'vasdesk_pool_connections{pool="requests",state="waiting"}': '0 3 0x73',
  'vasdesk_jobs{state="failed"}': '0x75',
  vasdesk_backup_verified_timestamp_seconds: '0x75',
  vasdesk_trail_broken: '0x75',
  vasdesk_trail_unsealed_seconds: '20x75',
  vasdesk_replica_lag_seconds: '1x75',
  'vasdesk_build_info{job="vasdesk",instance="a",version="1.1.0"}': '1x75',
  'vasdesk_build_info{job="vasdesk",instance="b",version="1.1.0"}': '1x75',
  vasdesk_disk_free_ratio: '0.21x75',
}

test('every alert has sample figures that trigger it (D3-RUN-03)', () => {
  expect(Object.keys(forced)).toEqual(rules.map(({ alert }) => alert))
})

const promtool = (process.env.PATH ?? '')
  .split(delimiter)
  .map((folder) => join(folder, 'promtool'))
  .find((file) => existsSync(file))

test.skipIf(!promtool)(
  'Prometheus reads the rules and fires each alert with its sample figures, and none for a healthy server (skipped where promtool is not installed) (D3-RUN-03)',
  async () => {
    const series = (input: Record<string, string>) =>
      Object.entries(input).map(([name, values]) => ({ series: name, values }))
    const ruleTest = (alertname: string, alerts: object[]) => [
      { eval_time: '74m', alertname, exp_alerts: alerts },
    ]
    const tests = [
      ...rules.map(({ alert, severity, summary, cure }) => {
        const { input, labels } = forced[alert] ?? { input: {} }
        const expected = { exp_labels: { ...labels, severity }, exp_annotations: { summary, cure } }
        return { interval: '1m', input_series: series(input), alert_rule_test: ruleTest(alert, [expected]) }
      }),
      {
        interval: '1m',
        input_series: series(well),
        alert_rule_test: rules.flatMap(({ alert }) => ruleTest(alert, [])),
      },
    ]
    const folder = await mkdtemp(join(tmpdir(), 'vasdesk-alerts-'))
    const file = join(folder, 'alerts.test.yml')
    // Every JSON text is YAML.
    await writeFile(file, JSON.stringify({ rule_files: [rulesFile], evaluation_interval: '1m', tests }))
    const { status, stdout, stderr } = spawnSync(promtool ?? '', ['test', 'rules', file], {
      encoding: 'utf8',
    })
    await rm(folder, { recursive: true, force: true })
    expect([status, status === 0 ? '' : stdout + stderr]).toEqual([0, ''])
  },
)
