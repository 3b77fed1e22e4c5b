/** Text that `npm start` prints after a demo start: the URL and who can sign in, by level. */
import { priorityNames, type Priority } from '#platform/contract/abilities.ts'
import { demoAccounts, demoPassword } from './organisation.ts'

/** The text with a trailing line break: URL, demo accounts grouped by level, password. */
export function demoSignIns(url: string): string {
  const levels = [...new Set(demoAccounts.map((account) => account.priority as Priority))]
  const width = Math.max(...levels.map((level) => priorityNames[level].length))
  const lines = levels.map((level) => {
    const names = demoAccounts
      .filter((account) => account.priority === level)
      .map((account) => account.username)
    return `  ${priorityNames[level].padEnd(width)}  ${names.join(', ')}`
  })
  return `
Mở ${url} và đăng nhập bằng một tài khoản dùng thử:

${lines.join('\n')}

Mật khẩu của mọi tài khoản: ${demoPassword}
`
}
