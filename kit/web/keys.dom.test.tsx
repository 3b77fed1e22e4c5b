/** Keys of a screen: not while the letters are meant for something that is open. */
import { Menu } from '@mantine/core'
import { screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { open } from '#platform/app/web/shell/page.fixture.tsx'
import { Button } from './ui/button.tsx'
import { useKeys } from './keys.ts'

function Screen({ approve }: { approve: () => void }) {
  useKeys({ A: approve })
  return (
    <Menu>
      <Menu.Target>
        <Button>Khác</Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item>Đối tác sửa</Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}

test('D3-APR-04: a letter typed into an open menu decides nothing behind it; after the menu has closed it does', async () => {
  const approve = vi.fn<() => void>()
  const user = open(<Screen approve={approve} />)
  await user.click(screen.getByRole('button', { name: 'Khác' }))
  ;(await screen.findByRole('menuitem', { name: 'Đối tác sửa' })).focus()
  await user.keyboard('a')
  expect(approve).not.toHaveBeenCalled()
  await user.keyboard('{Escape}')
  await vi.waitFor(() => expect(screen.queryByRole('menuitem')).toBeNull())
  await user.keyboard('a')
  expect(approve).toHaveBeenCalledOnce()
})
