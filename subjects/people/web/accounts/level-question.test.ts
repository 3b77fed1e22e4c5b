import { expect, test } from 'vitest'
import { levelQuestion } from './level-question.ts'

test('D3-SEC-09: the question names the people and what they will newly see and be able to do, if anything', () => {
  const people = [{ username: 'giamsat', fullname: 'Mai Giám Sát' }]
  const head = ['Quyền và phạm vi của những người này đổi ngay khi lưu:', 'giamsat (Mai Giám Sát)']
  expect(levelQuestion(people, ['Thấy số điện thoại đầy đủ', 'Xuất file']).split('\n')).toEqual([
    ...head,
    'Họ sẽ có thêm:',
    'Thấy số điện thoại đầy đủ',
    'Xuất file',
  ])
  expect(levelQuestion(people, []).split('\n')).toEqual(head)
})
