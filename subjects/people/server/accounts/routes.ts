/** Routes of accounts, roles, permissions and channels. */
import * as accounts from '#subjects/people/contract/calls/accounts.ts'
import * as staff from '#platform/contract/calls/staff.ts'
import * as channels from '#subjects/registrations/contract/calls/channels.ts'
import * as roles from '#subjects/people/contract/calls/roles.ts'
import * as handovers from '#subjects/people/contract/calls/handovers.ts'
import * as payouts from '#subjects/people/contract/calls/payout-account.ts'
import { resetFactor } from '#subjects/people/contract/calls/second-factor.ts'
import * as trails from '#platform/contract/calls/histories.ts'
import * as passwords from '#subjects/people/contract/calls/staff-passwords.ts'
import { handle } from '#kit/server/call.ts'
import { register, type Api } from '#kit/server/handle.ts'
import { affectedByPriority } from './affected-by-priority.ts'
import { chooseChannel, findChannel, listChannels, unchooseChannel } from './choose-channel.ts'
import { readProgress, renewPasswords, sendPasswords } from './give-passwords.ts'
import { historyOfAccount, historyOfRole } from './histories.ts'
import { handOver } from './hand-over.ts'
import { heldBy } from './held.ts'
import { createAccount } from './create-account.ts'
import { accountByUsername, listAccounts } from './list-accounts.ts'
import { listPermissions, listRoles, readRole } from './list-roles.ts'
import { lockAccount, toggleAccount, unlockAccount } from './lock-account.ts'
import { allOfLevel, allStaff, leadersOfBrand, myBrands, salesOfBrand } from './pickers.ts'
import { readAccount } from './queries.ts'
import { changePayout, readPayout } from './payout-account.ts'
import { removeRole } from './remove-role.ts'
import { resetSecondFactor } from './reset-second-factor.ts'
import { resetPassword } from './reset-password.ts'
import { createRole, updateRole } from './save-role.ts'
import { listHandovers, undoHandover } from './undo-handover.ts'
import { updateAccount } from './update-account.ts'

function serveStaff(api: Api): void {
  handle(api, accounts.accountList, (ctx, query) => listAccounts(query, ctx))
  handle(api, accounts.oneAccount, (ctx, { id }) => readAccount(id, ctx))
  handle(api, accounts.accountByUsername, (ctx, { username }) => accountByUsername(username, ctx))
  handle(api, trails.accountHistory, (ctx, { id }) => historyOfAccount(id, ctx))
  handle(api, accounts.createAccount, (ctx, input) => createAccount(input, ctx))
  handle(api, accounts.updateAccount, (ctx, input) => updateAccount(input, ctx))
  handle(api, accounts.removeAccount, (ctx, { id }) => toggleAccount(id, ctx))
  handle(api, accounts.lockAccount, (ctx, { id }) => lockAccount(id, ctx))
  handle(api, accounts.unlockAccount, (ctx, { id }) => unlockAccount(id, ctx))
  handle(api, payouts.readPayout, (ctx, { id }) => readPayout(id, ctx))
  handle(api, payouts.changePayout, (ctx, input) => changePayout(input, ctx))
  handle(api, accounts.resetPassword, (ctx, input) => resetPassword(input, ctx))
  handle(api, resetFactor, (ctx, input) => resetSecondFactor(input, ctx))
}

function servePickers(api: Api): void {
  handle(api, staff.allStaff, (ctx) => allStaff(ctx))
  handle(api, staff.allBranches, (ctx) => allOfLevel(3, ctx))
  handle(api, staff.allLeaders, (ctx) => allOfLevel(4, ctx))
  handle(api, staff.allSales, (ctx) => allOfLevel(5, ctx))
  handle(api, staff.myBrands, (ctx) => myBrands(ctx))
  handle(api, staff.leadersOfBrand, (ctx, { brandId }) => leadersOfBrand(brandId, ctx))
  handle(api, staff.salesOfBrand, (ctx, { brand }) => salesOfBrand(brand, ctx))
}

function serveRoles(api: Api): void {
  handle(api, roles.roleList, (ctx, query) => listRoles(query, ctx))
  handle(api, roles.oneRole, (ctx, { id }) => readRole(id, ctx))
  handle(api, trails.roleHistory, (ctx, { id }) => historyOfRole(id, ctx))
  handle(api, roles.affectedByPriority, (ctx, { id, priority }) => affectedByPriority(id, priority, ctx))
  handle(api, roles.createRole, (ctx, input) => createRole(input, ctx))
  handle(api, roles.updateRole, (ctx, input) => updateRole(input, ctx))
  handle(api, roles.removeRole, (ctx, { id }) => removeRole(id, ctx))
  handle(api, roles.permissionList, (ctx, query) => listPermissions(query, ctx))
}

function serveHandovers(api: Api): void {
  handle(api, handovers.heldBy, (ctx, { id }) => heldBy(id, ctx))
  handle(api, handovers.handoverList, (ctx, query) => listHandovers(query, ctx))
  handle(api, handovers.handOver, (ctx, input) => handOver(input, ctx))
  handle(api, handovers.undoHandover, (ctx, { id }) => undoHandover(id, ctx))
}

function servePasswords(api: Api): void {
  handle(api, passwords.passwordProgress, (ctx, { id }) => readProgress(id, ctx))
  handle(api, passwords.renewPasswords, (ctx, { id }) => renewPasswords(id, ctx))
  register(api, {
    method: 'POST',
    path: passwords.passwordFilePath(':id'),
    may: 'user.add',
    mode: 'read',
    parse: (raw) => raw.params.id ?? '',
    run: async () => null,
    reply: (ctx, id, reply) => sendPasswords(ctx, id, reply),
  })
}

export function serveAccounts(api: Api): void {
  serveStaff(api)
  servePickers(api)
  serveRoles(api)
  serveHandovers(api)
  servePasswords(api)
  handle(api, channels.channelChoices, (ctx, query) => listChannels(query, ctx))
  handle(api, channels.chooseChannel, (ctx, input) => chooseChannel(input, ctx))
  handle(api, channels.unchooseChannel, (ctx, input) => unchooseChannel(input, ctx))
  handle(api, channels.findChannel, (ctx, input) => findChannel(input, ctx))
}
