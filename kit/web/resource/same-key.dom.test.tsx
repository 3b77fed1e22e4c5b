/** The form of a new price shows the row that has its name already, and saves over it when it is sent once more (D3-PRC-01). */
import { screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { AppError } from '#kit/contract/error.ts'
import { giagoimfy } from '#subjects/money/contract/lists/giagoimfy.ts'
import { giahoantien } from '#platform/contract/lists/giahoantien.ts'
import { nothingThere, stubCalls, written } from '#test/sent.ts'
import { open } from '#platform/app/web/shell/page.fixture.tsx'
import { plainScreen } from '#platform/app/web/lists/plain-screen.tsx'

const prices = [
  { resource: giahoantien, label: 'Giá gói', field: 'gia_goi' },
  { resource: giagoimfy, label: 'Phí thu hồi', field: 'phi_thu_hoi' },
] as const

test.each(prices)(
  'creating an existing name in $resource.path offers to change that row; another name typed then is created (D3-PRC-01)',
  async ({ resource, label, field }) => {
    const current = { id: '018f', version: 3, ten_goi_cuoc: 'VD90', [field]: 90_000 }
    const sent = stubCalls((_, { method, body }) => {
      if (method === 'GET') return nothingThere
      if (method === 'POST' && body.ten_goi_cuoc === 'VD 90')
        throw new AppError('CONFLICT', resource.unique.refusal, { current })
      return { id: 'x' }
    })
    const Screen = plainScreen(resource)
    const user = open(<Screen />)
    const save = () => user.click(screen.getByRole('button', { name: /^Lưu/ }))
    const [create] = screen.getAllByRole('button', { name: /^Tạo mới/ })
    if (!create) throw new Error('a button')
    await user.click(create)
    const name = await screen.findByRole('textbox', { name: /^Tên gói cước/ })
    const offer = (): string => screen.queryAllByRole('alert').map(({ textContent }) => textContent).join(' ') // prettier-ignore
    await user.type(name, 'VD 90')
    await user.type(screen.getByRole('textbox', { name: new RegExp(`^${label}`) }), '95000')
    expect(offer()).toBe('')
    await save()
    // The row of that name, and what is done with it.
    await vi.waitFor(() => expect(offer()).toContain('Gói cước đã tồn tại'))
    expect(offer()).toContain('bấm Lưu lần nữa để ghi đè')
    expect(offer()).toMatch(new RegExp(`VD90.*${label}90,000`))
    await save()
    await vi.waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(written(sent).map(([call, body]) => [call, body.version, body[field]])).toEqual([
      [`POST /api/v1/${resource.path}`, undefined, 95_000],
      [`PUT /api/v1/${resource.path}/018f`, 3, 95_000],
    ])
    // Another name after the offer is a price of its own.
    await user.click(create)
    const next = await screen.findByRole('textbox', { name: /^Tên gói cước/ })
    await user.type(next, 'VD 90')
    await save()
    await vi.waitFor(() => expect(offer()).toContain('Gói cước đã tồn tại'))
    await user.clear(next)
    await user.type(next, 'VD91')
    await save()
    await vi.waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(written(sent).at(-1)).toMatchObject([`POST /api/v1/${resource.path}`, { ten_goi_cuoc: 'VD91' }])
  },
)
