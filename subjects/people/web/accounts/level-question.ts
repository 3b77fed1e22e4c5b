/** What is asked before a role gets another level: whom it concerns, and what they will newly see and do (D3-SEC-09). */
type Person = { username: string; fullname: string }

/** The lines of the question; `gains` as the server says them, none of what somebody only loses. */
export const levelQuestion = (people: readonly Person[], gains: readonly string[]): string =>
  [
    'Quyền và phạm vi của những người này đổi ngay khi lưu:',
    ...people.map(({ username, fullname }) => `${username} (${fullname})`),
    ...(gains.length > 0 ? ['Họ sẽ có thêm:', ...gains] : []),
  ].join('\n')
