/** Filters, order, page and size of a list. */
import { expect, test } from 'vitest'
import { noAccount, type Actor } from '#platform/contract/abilities.ts'
import { lstracuu } from '#subjects/registrations/contract/lists/lstracuu.ts'
import { mesbank } from '#subjects/money/contract/lists/mesbank.ts'
import { filterItems } from './filter-item.ts'
import {
  addressQuery,
  asideBy,
  underView,
  fromFirstPage,
  daysAside,
  defaultPeriods,
  firstChosen,
  nextSort,
  resized,
  sortedBy,
} from './list-state.ts'

const here = { filters: { message: '0912' }, sort: '-money', page: 4, size: 20, view: '', fit: false }

test('changed filters reset the list to the first page, and empty ones are dropped', () => {
  expect(fromFirstPage(here, { filters: { message: '0987', username: ' ' } })).toEqual({
    filters: { message: '0987' },
    sort: '-money',
    page: 0,
    size: 20,
    view: '',
    fit: false,
  })
})

test('another page size resets to the first page and keeps the filters', () => {
  expect(fromFirstPage(here, { size: 100 })).toEqual({ ...here, page: 0, size: 100 })
})

test('another page height keeps the first row on screen (D3-GRID-08)', () => {
  expect(resized({ ...here, page: 4, size: 20 }, 18)).toEqual({ ...here, page: 4, size: 18 })
  expect(resized({ ...here, page: 4, size: 20 }, 40)).toEqual({ ...here, page: 2, size: 40 })
  expect(resized(here, 20)).toBe(here)
})

test('a list begins at page one with 20 rows and its defaults (D1-LIST-12)', () => {
  const options = { names: ['message'], defaults: { startDate: '01/11/2026' } }
  expect(firstChosen(options, '')).toEqual({
    filters: { startDate: '01/11/2026' },
    sort: '',
    page: 0,
    size: 20,
    view: '',
    fit: false,
  })
})

test('a copied link sets the filters that the list knows, over its defaults', () => {
  const options = { names: ['message', 'startDate'], defaults: { startDate: '01/11/2026' } }
  const { filters } = firstChosen(options, 'message=0912345678&startDate=&token=x')
  expect(filters).toEqual({ message: '0912345678', startDate: '' })
})

test('a month filter defaults to the first of the month until today, one without default is open (D1-LIST-04, D1-LIST-05, D1-CONST-07)', () => {
  const month = { on: 'a', from: 'startDate', to: 'endDate', label: 'Ngày', default: 'month' } as const
  const open = { on: 'b', from: 'startDateHen', to: 'endDateHen', label: 'Ngày hẹn' }
  const { startDate = '', endDate = '', ...rest } = defaultPeriods([month, open])
  expect(startDate).toBe(`01${endDate.slice(2)}`)
  expect(rest).toEqual({})
})

test('a click on a heading sorts, a second one reverses, a third restores the default order (D3-GRID-01)', () => {
  const clicks = (first: 'asc' | 'desc') => {
    const one = nextSort('', 'name', first)
    const two = nextSort(one, 'name', first)
    return [one, two, nextSort(two, 'name', first)]
  }
  expect(clicks('asc')).toEqual(['name', '-name', ''])
  expect(clicks('desc')).toEqual(['-name', 'name', ''])
  expect(nextSort('-money', 'name', 'asc')).toBe('name')
  expect([sortedBy('name', 'name'), sortedBy('-name', 'name'), sortedBy('-name', 'me')]).toEqual([
    'asc',
    'desc',
    undefined,
  ])
})

test('another order resets to the first page and keeps the filters (D3-GRID-01)', () => {
  expect(fromFirstPage(here, { sort: 'datetime' })).toEqual({ ...here, sort: 'datetime', page: 0 })
})

test('a copied link sets its order if the list offers it to this reader (D3-GRID-01)', () => {
  const options = { names: [], sorts: ['money', 'datetime'] }
  const sortOf = (search: string) => firstChosen(options, search).sort
  expect(['sort=-money', 'sort=datetime', 'sort=-sender', 'sort=--money', ''].map(sortOf)).toEqual([
    '-money',
    'datetime',
    '',
    '',
    '',
  ])
})

test('a whole number is searched on all days, and removing it restores the days of the list (D3-GRID-08)', () => {
  const days = { startDate: '01/11/2026', endDate: '23/11/2026' }
  const aside = { phones: ['message'], texts: [], days }
  const all = { startDate: '', endDate: '' }
  const sought = daysAside({ ...days, message: '+84 912 345 678' }, days, aside)
  expect(sought).toEqual({ ...all, message: '+84 912 345 678' })
  expect(daysAside({ ...all, message: '' }, sought, aside)).toEqual({ ...days, message: '' })
  // Neither a part of a number nor days that somebody chose.
  expect(daysAside({ ...days, message: '45678' }, days, aside)).toEqual({ ...days, message: '45678' })
  const chosenDays = { startDate: '01/10/2026', endDate: '31/10/2026', message: '0912345678' }
  expect(daysAside(chosenDays, days, aside)).toEqual(chosenDays)
  expect(daysAside(all, all, aside)).toEqual(all)
  // A link to a number as well.
  const options = { names: ['message', 'startDate', 'endDate'], defaults: days, aside }
  expect(firstChosen(options, 'message=0912345678').filters).toEqual({ ...all, message: '0912345678' })
})

const manager = {
  ...noAccount,
  username: 'quanly',
  fullname: '',
  permissions: new Set<string>(),
} as const satisfies Actor

test.each([mesbank, lstracuu])(
  'in text searches a whole phone, amount or code is searched in all months, words and parts in the chosen one (D3-GRID-08): $title',
  ({ periods, ...list }) => {
    const aside = asideBy(filterItems(list, manager), periods)
    const [name = ''] = aside.texts
    const { days } = aside
    const keepsDays = (text: string): boolean =>
      daysAside({ ...days, [name]: text }, days, aside).startDate === days.startDate
    expect(Object.keys(days)).toEqual(['startDate', 'endDate'])
    const whole = ['0912345678', '+84 912 345 678', '90000', '90,000', ' 1.500.000 ', 'FT26332804017', '4821']
    expect(whole.filter(keepsDays)).toEqual([])
    const parts = [
      '',
      'chuyen tien',
      '0912',
      '091234567',
      'VD90',
      '482',
      'nap 90000 dong',
      '28/11/2026',
      ',.',
    ]
    expect(parts.filter((text) => !keepsDays(text))).toEqual([])
    const sought = daysAside({ ...days, [name]: '90000' }, days, aside)
    expect(daysAside({ ...sought, [name]: '' }, sought, aside)).toEqual({ ...days, [name]: '' })
  },
)

test('the address of a list holds its order and what differs from the defaults, and restores both; it holds no phone numbers (D3-GRID-08)', () => {
  const days = { startDate: '01/11/2026', endDate: '20/11/2026' }
  const names = ['phone', 'message', 'status', 'startDate', 'endDate']
  const options = { names, defaults: days, aside: { phones: ['phone'], texts: [], days }, sorts: ['money'] }
  const address = (filters: Record<string, string>, sort = ''): string =>
    decodeURIComponent(addressQuery({ filters, sort, view: '' }, options))
  expect(address(days)).toBe('')
  expect(address({ ...days, status: '1' }, '-money')).toBe('status=1&sort=-money')
  const all = { startDate: '', endDate: '', status: '1' }
  expect(address({ status: '1' })).toBe('status=1&startDate=&endDate=')
  expect(firstChosen(options, addressQuery({ filters: all, sort: '', view: '' }, options)).filters).toEqual(
    all,
  )
  // The days that a whole number puts aside are back with it gone.
  expect(address({ phone: '0912345678', status: '1' })).toBe('status=1')
  expect(address({ ...days, phone: '345' })).toBe('')
  expect(address({ ...days, message: '0912 345 678' })).toBe('')
})

test('a list begins with its default view unless a link says otherwise; the address holds filters and view (D3-GRID-06)', () => {
  const begin = {
    view: 'v',
    filters: { status: '1', startDate: '' },
    heldNames: ['status', 'startDate'],
    sort: '-money',
  }
  const options = {
    names: ['status', 'startDate', 'phone'],
    defaults: { startDate: '01/11/2026' },
    sorts: ['money'],
    begin: (view: string) => (view === '' || view === 'v' ? { ...begin, size: 50 } : undefined),
  }
  const first = firstChosen(options, '')
  expect(first).toEqual({
    filters: { status: '1' },
    sort: '-money',
    view: 'v',
    page: 0,
    size: 50,
    fit: false,
  })
  const address = addressQuery(first, options)
  expect(address).toBe('status=1&startDate=&sort=-money&view=v')
  // After a reload the address is the truth, the page size that of its view.
  expect(firstChosen(options, address)).toEqual({ ...first, filters: { status: '1', startDate: '' } })
  expect(firstChosen(options, 'status=2')).toMatchObject({ filters: { status: '2' }, view: '', size: 20 })
  expect(firstChosen(options, 'view=none')).toMatchObject({ filters: options.defaults, view: 'none' })
  // What no view holds stays, what it does not say goes.
  const now = { status: '2', month: '11/2026' }
  expect(underView(options, { ...begin, filters: {}, size: 'fit' }, now, 17)).toMatchObject({
    filters: { ...options.defaults, month: '11/2026' },
    size: 17,
    fit: true,
  })
})
