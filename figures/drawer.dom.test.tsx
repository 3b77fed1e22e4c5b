import { screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { open } from '#platform/app/web/shell/page.fixture.tsx'
import { SideDrawer } from '#kit/web/ui/side-drawer.tsx'
import { DrawerBody, DrawerFoot, DrawerHead } from './drawer.tsx'

test('the drawer has its title and close button on top; body and footer stand below', async () => {
  const onClose = vi.fn()
  const user = open(
    <SideDrawer size={400} onClose={onClose}>
      <DrawerHead title="Luật riêng" note="thang-11.xlsx" onClose={onClose} />
      <DrawerBody>Các dòng</DrawerBody>
      <DrawerFoot>
        <span>2 dòng</span>
      </DrawerFoot>
    </SideDrawer>,
  )
  const drawer = screen.getByRole('dialog', { name: 'Luật riêng' })
  expect(drawer.textContent).toBe('Luật riêngthang-11.xlsxCác dòng2 dòng')
  await user.click(screen.getByRole('button', { name: 'Đóng' }))
  expect(onClose).toHaveBeenCalledOnce()
})
