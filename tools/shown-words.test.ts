/** Proves that other words than the list's and words that are not Vietnamese are found where they are shown. */
import { expect, test } from 'vitest'
import { wordProblems } from './shown-words.ts'

const foundIn = (file: string, text: string): string[] =>
  wordProblems(file, text).map((problem) => /'(.*?)'/.exec(problem)?.[1] ?? problem)

test('each act and thing has one word: a second one is reported in screens, declarations, answers and guides (D3-WORD-01)', () => {
  const upload = ['Tải', 'lên'].join(' ')
  for (const file of ['kit/web/a.tsx', 'kit/contract/a.ts', 'kit/server/a.ts', 'docs/guides/a.md'])
    expect(foundIn(file, `\n'${upload}'`)).toEqual([upload])
  expect(wordProblems('kit/web/a.tsx', `\n'${upload}'`)[0]).toMatch(
    /^kit\/web\/a\.tsx:2: .*, say 'Nhập file'/,
  )
  expect(foundIn('kit/web/a.tsx', "label: 'Hủy đơn'")).toEqual(['ủy'])
  expect(foundIn('kit/web/a.tsx', "label: 'Quý khách'")).toEqual([])
  expect(foundIn('kit/web/a.tsx', "label: 'Hủy quá hạn'")).toEqual([])
  expect(foundIn('kit/web/a.test.ts', `'${upload}'`)).toEqual([])
  expect(foundIn('kit/web/a.tsx', `// ${upload}\n/* ${upload} */`)).toEqual([])
})

test('shown texts are Vietnamese: a foreign word is reported in labels and elements, but not in code (D3-WORD-01)', () => {
  expect(foundIn('kit/web/a.tsx', '<Button title="Nhập file">Save changes</Button>')).toEqual([
    'Save',
    'changes',
  ])
  expect(foundIn('kit/contract/a.ts', "f.text({ label: 'Customer', width: 80 })")).toEqual(['Customer'])
  expect(foundIn('kit/contract/a.ts', "summary: 'Takes a device back', label: `Xem ${row.name}`")).toEqual([])
  expect(foundIn('kit/web/a.tsx', 'toast(`Đã lưu ${rows} rows của ${name}`)')).toEqual(['rows'])
  expect(foundIn('kit/contract/a.ts', "summary: 'Amount of the order, in đồng'")).toEqual([])
  expect(foundIn('kit/web/a.tsx', 'const shown: Map<string, Row> = new Map()')).toEqual([])
  expect(foundIn('kit/server/a.ts', "title: 'Internal only'")).toEqual([])
})
