/** The icons of groups and places, which the first page shows. */
import {
  IconArrowBackUp,
  IconCalculator,
  IconDatabase,
  IconDeviceSim,
  IconLayoutDashboard,
  IconPhone,
  IconSearch,
  IconSettings,
  IconStar,
} from '@tabler/icons-react'
import type { MenuPart } from '#platform/contract/menu.ts'

export const groupIcons: Readonly<Record<MenuPart['name'], typeof IconPhone>> = {
  overview: IconLayoutDashboard,
  care: IconPhone,
  customers: IconStar,
  lookup: IconSearch,
  data: IconDatabase,
  refund: IconArrowBackUp,
  sim: IconDeviceSim,
  pay: IconCalculator,
  system: IconSettings,
}
