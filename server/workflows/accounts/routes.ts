/** Routes of accounts, roles, permissions and channels. */
import * as accounts from '../../../contract/workflows/accounts.ts'
import * as channels from '../../../contract/workflows/channels.ts'
import * as roles from '../../../contract/workflows/roles.ts'
import * as trails from '../../../contract/workflows/trails.ts'
import { handle } from '../../kit/call.ts'
import type { House } from '../../kit/handle.ts'
import { chooseChannel, findChannel, listChannels, unchooseChannel } from './choose-channel.ts'
import { historyOfAccount, historyOfRole } from './histories.ts'
import { createAccount } from './create-account.ts'
import { accountByUsername, listAccounts, oneAccount } from './list-accounts.ts'
import { listPermissions, listRoles, readRole } from './list-roles.ts'
import { lockAccount, toggleAccount, unlockAccount } from './lock-account.ts'
import { allOfLevel, allStaff, leadersOfBrand, myBrands, salesOfBrand } from './pickers.ts'
import { removeRole } from './remove-role.ts'
import { resetPassword } from './reset-password.ts'
import { createRole, updateRole } from './save-role.ts'
import { updateAccount } from './update-account.ts'

function serveStaff(house: House): void {
  handle(house, accounts.accountList, (ctx, query) => listAccounts(query, ctx))
  handle(house, accounts.oneAccount, (ctx, { id }) => oneAccount(id, ctx))
  handle(house, accounts.accountByUsername, (ctx, { username }) => accountByUsername(username, ctx))
  handle(house, trails.accountHistory, (ctx, { id }) => historyOfAccount(id, ctx))
  handle(house, accounts.createAccount, (ctx, input) => createAccount(input, ctx))
  handle(house, accounts.updateAccount, (ctx, input) => updateAccount(input, ctx))
  handle(house, accounts.removeAccount, (ctx, { id }) => toggleAccount(id, ctx))
  handle(house, accounts.lockAccount, (ctx, { id }) => lockAccount(id, ctx))
  handle(house, accounts.unlockAccount, (ctx, { id }) => unlockAccount(id, ctx))
  handle(house, accounts.resetPassword, (ctx, input) => resetPassword(input, ctx))
}

function servePickers(house: House): void {
  handle(house, accounts.allStaff, (ctx) => allStaff(ctx))
  handle(house, accounts.allBranches, (ctx) => allOfLevel(3, ctx))
  handle(house, accounts.allLeaders, (ctx) => allOfLevel(4, ctx))
  handle(house, accounts.allSales, (ctx) => allOfLevel(5, ctx))
  handle(house, accounts.myBrands, (ctx) => myBrands(ctx))
  handle(house, accounts.leadersOfBrand, (ctx, { brandId }) => leadersOfBrand(brandId, ctx))
  handle(house, accounts.salesOfBrand, (ctx, { brand }) => salesOfBrand(brand, ctx))
}

function serveRoles(house: House): void {
  handle(house, roles.roleList, (ctx, query) => listRoles(query, ctx))
  handle(house, roles.oneRole, (ctx, { id }) => readRole(id, ctx))
  handle(house, trails.roleHistory, (ctx, { id }) => historyOfRole(id, ctx))
  handle(house, roles.createRole, (ctx, input) => createRole(input, ctx))
  handle(house, roles.updateRole, (ctx, input) => updateRole(input, ctx))
  handle(house, roles.removeRole, (ctx, { id }) => removeRole(id, ctx))
  handle(house, roles.permissionList, (ctx, query) => listPermissions(query, ctx))
}

/** Registers every call of the slice. */
export function serveAccounts(house: House): void {
  serveStaff(house)
  servePickers(house)
  serveRoles(house)
  handle(house, channels.channelChoices, (ctx, query) => listChannels(query, ctx))
  handle(house, channels.chooseChannel, (ctx, input) => chooseChannel(input, ctx))
  handle(house, channels.unchooseChannel, (ctx, input) => unchooseChannel(input, ctx))
  handle(house, channels.findChannel, (ctx, input) => findChannel(input, ctx))
}
