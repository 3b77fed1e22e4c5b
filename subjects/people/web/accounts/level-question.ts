/** The question before a role gets another level: who is affected, and what they will newly see and do (D3-SEC-09). */
type Person = { username: string; fullname: string }

/** The lines of the question; `gains` come from the server, empty for those who only lose rights. */
export const levelQuestion = (people: readonly Person[], gains: readonly string[]): string =>
  [
    'Quyền và phạm vi của những người này đổi ngay khi lưu:',
    ...people.map(({ username, fullname }) => `${username} (${fullname})`),
    ...(gains.length > 0 ? ['Họ sẽ có thêm:', ...gains] : []),
  ].join('\n')
