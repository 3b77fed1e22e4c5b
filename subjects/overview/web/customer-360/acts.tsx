/** Actions on the page of a number: the forms of other screens, opened with the number filled in. */
import { Menu } from '@mantine/core'
import { IconArrowBackUp, IconDots, IconHeadset, IconPlus, IconSearch } from '@tabler/icons-react'
import { navigate } from 'wouter/use-browser-location'
import { can } from '#platform/contract/abilities.ts'
import { isMaskedPhone, showPhone } from '#kit/contract/phone.ts'
import { numberTypes } from '#subjects/money/contract/refund-states.ts'
import { screenOf } from '#platform/contract/screens.ts'
import { blocks } from '#subjects/overview/contract/calls/customer-360.ts'
import { useActor } from '#kit/web/session.ts'
import { Button, IconButton } from '#kit/web/ui/button.tsx'
import { everyday, type Everyday } from '#platform/web/everyday.ts'
import { offeredScreens, openFor, openScreen } from '#platform/web/navigation.ts'
import { useCurrent } from '#subjects/calling/web/index.ts'
import type { PageBlocks } from './blocks.ts'

const icon = { size: 16, stroke: 1.9 } as const

/** The field of the phone in the form that an everyday action opens; undefined for a screen without a block. */
const phoneField = ({ screen }: Everyday): string | undefined =>
  Object.values(blocks).find((block) => block.screen === screen)?.phone

/** Forms of a new row that take a phone. */
const forms = everyday.flatMap((act) => {
  const field = act.errand === 'create' ? phoneField(act) : undefined
  return field === undefined ? [] : [{ ...act, field }]
})

/** Look-up, refund, and the other forms under '…': for users who see the full number, which each form needs. */
function FormButtons({ phone, customer }: { phone: string; customer: PageBlocks['customer'] }) {
  const actor = useActor()
  if (isMaskedPhone(phone)) return null
  const screens = offeredScreens(actor)
  const offered = forms.filter(({ screen, may }) => screens.includes(screen) && can(actor, may))
  const refund = offered.find(({ screen }) => screen === 'requestrefund')
  const type = numberTypes.find(({ label }) => label === customer.rows[0]?.type)?.value
  const begin = ({ screen, errand, field }: (typeof forms)[number]) =>
    openFor(screen, errand, {
      [field]: showPhone(phone),
      ...(screen === 'requestrefund' && type && { number_type: type }),
    })
  return (
    <>
      {screens.includes('customerLookup') && (
        <Button
          icon={<IconSearch {...icon} />}
          onClick={() => navigate(`${screenOf('customerLookup').routes[0]}?phone=${showPhone(phone)}`)}
        >
          Tra cứu
        </Button>
      )}
      {refund && (
        <Button icon={<IconArrowBackUp {...icon} />} onClick={() => begin(refund)}>
          {refund.label}
        </Button>
      )}
      <Menu position="bottom-end" width={260}>
        <Menu.Target>
          <IconButton label="Thêm việc với số này">
            <IconDots {...icon} />
          </IconButton>
        </Menu.Target>
        <Menu.Dropdown>
          {offered
            .filter((act) => act !== refund)
            .map((act) => (
              <Menu.Item key={act.screen} leftSection={<IconPlus {...icon} />} onClick={() => begin(act)}>
                {act.label}
              </Menu.Item>
            ))}
        </Menu.Dropdown>
      </Menu>
    </>
  )
}

/** The same for a number in the reader's hand, which care has already shown in full. */
function HolderButtons({
  phone,
  customer,
  ids,
}: Parameters<typeof FormButtons>[0] & { ids: readonly string[] }) {
  const { data } = useCurrent()
  const inHand = data?.value && ids.includes(data.value.id) ? data.value : null
  return (
    <>
      {inHand && (
        <Button look="primary" icon={<IconHeadset {...icon} />} onClick={() => openScreen('care')}>
          Chăm sóc
        </Button>
      )}
      <FormButtons phone={inHand?.phone ?? phone} customer={customer} />
    </>
  )
}

/** The buttons of the head; `phone` is as shown to the reader. */
export function HeadButtons({ phone, customer }: { phone: string; customer: PageBlocks['customer'] }) {
  const { username } = useActor()
  const ownIds = customer.rows.filter((row) => row.holder_username === username).map(({ id }) => id)
  return ownIds.length > 0 ? (
    <HolderButtons phone={phone} customer={customer} ids={ownIds} />
  ) : (
    <FormButtons phone={phone} customer={customer} />
  )
}
