/** The small script of the shop: filters, the order form, and the page after the order (D3-SIM-05). */
import '../../../web/theme/fonts.css'
import '../../../web/theme/tokens.css'
import './shop.css'
import './list.css'
import './order.css'
import { askAgain, orderForm } from './order-form.ts'
import { showStoredThanks } from './thanks.ts'

const page = document.querySelector('form.shop')
// A choice searches at once; typed text waits for 'Tìm' or Enter.
page?.addEventListener('change', ({ target }) => {
  if (
    page instanceof HTMLFormElement &&
    (target instanceof HTMLSelectElement ||
      (target instanceof HTMLInputElement && /radio|checkbox/.test(target.type) && target.name !== ''))
  )
    page.requestSubmit()
})
// Empty fields stay out of the address.
page?.addEventListener('formdata', (event) => {
  if (!(event instanceof FormDataEvent)) return
  const { formData } = event
  for (const name of new Set(formData.keys())) if (formData.get(name) === '') formData.delete(name)
})

const takenSim = document.querySelector<HTMLElement>('[data-gone]')?.dataset.gone
// If again no answer comes, the page still says that the number is taken, and the order is kept for the next reload.
if (takenSim !== undefined && !showStoredThanks(takenSim)) askAgain(takenSim).catch(() => undefined)
orderForm()
