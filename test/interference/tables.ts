/** Visibility of tables that no list declares. A new table fails the test until it is added here. */
import type { Ability } from '#platform/contract/abilities.ts'

/** Rows are hidden according to the first property set; `keep` are columns of hidden rows that stay unchanged. */
export type Rule = (
  | {
      /** Reason that its rows are not secret, or do not affect secret ones. */
      open: string
    }
  | {
      /** Hidden from users without it. */
      unless: Ability
    }
  | {
      /** Column with a username; rows of people outside the reader's scope are hidden, except from users with `or`. */
      person: string
      or?: Ability
    }
  | {
      /** The same by the account's id. */
      account: string
      or?: Ability
    }
  | {
      /** Column with a username or an account's id: only that person reads such rows. */
      self: string
    }
  | {
      /** Hidden like the row of another table, by the column with its id. */
      like: string
      by: string
    }
) & { keep?: readonly string[] }

const pay = 'managesPay'

export const rules: Readonly<Record<string, Rule>> = {
  account_origins: {
    open: 'who made, raised or unlocked an account; told to whoever it keeps from deciding',
  },
  archived_entries: { unless: 'admin' },
  archived_months: { unless: 'admin', keep: ['table_name', 'month'] },
  accepted_work: { open: 'who asked for work that goes on, read by jobs alone' },
  backfills: { open: 'marks of work under way' },
  balance_deltas: { account: 'holder_id', or: 'below5or7' },
  balances: { account: 'holder_id', or: 'below5or7' },
  bell_notices: { self: 'username', keep: ['kind', 'act'] },
  by_hand: { open: 'what a test changed' },
  calling_bounds: { open: 'read by everybody who works by them' },
  chosen_views: { self: 'user_id' },
  data_files: { open: 'its numbers belong to people; its name is told to whoever is given some' },
  data_options: { account: 'user_id' },
  data_quotas: { open: 'kept in step with the balances: neither is another without the other' },
  dated_setting: { open: 'every pay is worked out by it' },
  devices: { self: 'user_id' },
  disclosures: { account: 'user_id' },
  feed_rejects: { unless: 'below3', keep: ['feed'] },
  feeds: { unless: 'below3', keep: ['name'] },
  first_day_put_away: { unless: 'admin' },
  floor_people: { account: 'user_id' },
  floor_returns: { account: 'user_id' },
  handovers: { account: 'from_id' },
  idempotency: { self: 'user_id' },
  import_chunks: { like: 'imports', by: 'import_id' },
  import_kept: { like: 'imports', by: 'import_id' },
  import_rows: { like: 'imports', by: 'import_id', keep: ['row'] },
  imports: { account: 'user_id', keep: ['resource', 'state', 'undo_state'] },
  invitation_orders: { like: 'invitation_history', by: 'history_id' },
  list_views: { account: 'owner_id', keep: ['list', 'scope'] },
  login_failures: { person: 'username' },
  lookup_quota: { self: 'user_id' },
  lookup_turns: { open: 'pace of the carrier, which all share' },
  mesbank_reading: { open: 'place of a reader' },
  mfy_invite: { like: 'mfy', by: 'mfy_id' },
  mfy_success: { like: 'mfy', by: 'mfy_id' },
  mfy_wait: { like: 'mfy', by: 'mfy_id' },
  movements: {
    like: 'customer',
    by: 'customer_id',
    keep: ['kind', 'from_place', 'to_place', 'from_stage', 'to_stage'],
  },
  operator_marks: { unless: 'admin', keep: ['name'] },
  order_tries: { unless: 'below3' },
  payout_file: { unless: pay, keep: ['thang'] },
  payout_line: { person: 'username', or: pay },
  payout_person: { person: 'username', or: pay },
  payroll_adjustment: { person: 'username', or: pay, keep: ['cua_thang'] },
  payroll_closed_line: { person: 'username', or: pay },
  payroll_closed_row: { person: 'username', or: pay },
  payroll_closed_source: { person: 'username', or: pay },
  payroll_closing: { unless: pay, keep: ['thang', 'tham_so', 'chot_luc', 'mo_lai_luc'] },
  payroll_closing_asked: { unless: pay, keep: ['thang'] },
  payroll_confirmed: { unless: pay, keep: ['thang', 'tham_so'] },
  payroll_input: { person: 'username', or: pay, keep: ['thang'] },
  payroll_touched: { person: 'username', or: pay },
  payslip_confirmation: { person: 'username', or: pay, keep: ['thang', 'cot'] },
  payslip_message: { person: 'username', or: pay, keep: ['thang', 'cot'] },
  permissions: { open: 'names of rights' },
  phone_searches: { self: 'user_id' },
  price_chunks: { unless: 'below3' },
  price_kept: { unless: 'below3' },
  price_steps: { unless: 'below3' },
  provider_adapters: { open: 'names of adapters' },
  provider_orders: { unless: 'below3', keep: ['provider', 'kind', 'state'] },
  provider_statement: { unless: pay },
  provider_statement_line: { unless: pay },
  radar_kept: { unless: pay },
  radar_month: { unless: pay },
  radar_seen: { unless: pay },
  rate_limits: { open: 'counters of the limits' },
  recovery_codes: { self: 'user_id' },
  revenue_line_pair: { open: 'pairs of ids' },
  revenue_matching: { open: 'place of a reader' },
  role_permissions: { open: 'rights are no secret' },
  recycle_files: { open: 'what a claim goes by' },
  recycle_rules: { open: 'what a claim goes by' },
  recycle_version: { open: 'a count of changes' },
  recycling: { like: 'customer', by: 'customer_id', keep: ['status'] },
  reinvite_numbers: { like: 'care_history', by: 'result_id' },
  reinvite_steps: { account: 'user_id' },
  roles: { open: 'names of roles are no secret' },
  scan_files: { open: 'its partitions are declared' },
  scan_minutes: { unless: 'below3' },
  scan_numbers: { unless: 'below3', keep: ['kind', 'state'] },
  scan_pace: { unless: 'below3' },
  search_terms: { open: 'say where to look alone; each text that is found is compared itself' },
  schema_migration: { open: 'the version of the database' },
  second_factors: { self: 'user_id' },
  secret_key: { open: 'a print of the key' },
  sessions: { self: 'user_id' },
  settings: { open: 'read by everybody who works by them' },
  sim_hold: { person: 'username' },
  sim_order_sent: { like: 'sim_order', by: 'order_id' },
  sim_rules: { open: 'a print of the rules' },
  socket_io_attachments: { open: 'messages between servers under way' },
  split_batches: { unless: 'below5or7' },
  staff_import_people: { unless: 'user.add' },
  staff_imports: { unless: 'user.add' },
  systemaccount_secret: { unless: 'below3' },
  timekeeping: { person: 'username', or: pay, keep: ['thang'] },
  trail_chained: { open: 'a mark of migrations' },
  trail_mark: { open: 'place of a sealer' },
  trail_seals: { unless: 'admin' },
  transfer_use: { like: 'mesbank', by: 'message_id' },
  undone_steps: { self: 'actor_id' },
  user_permissions: { open: 'pairs of ids' },
  user_places: { open: 'ids and moments; names come from the accounts' },
  userkenhmoigoi: { person: 'staff_username', or: 'below3', keep: ['kenh'] },
}

/** Handled by code: accounts by their scope, audit entries by the row and fields they are about. */
export const special: readonly string[] = ['users', 'audit_log', 'timekeeping_replaced']
