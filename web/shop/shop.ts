/** The little script of the shop: filters that answer a touch, the order form, what is said once it is ordered (D3-SIM-05). */
import '../theme/fonts.css'
import '../theme/tokens.css'
import './shop.css'
import './list.css'
import './order.css'
import { askAgain, orderForm } from './order-form.ts'
import { keptThanks } from './thanks.ts'

const page = document.querySelector('form.shop')
// A choice is a search; what is typed waits for 'Tìm' or Enter.
page?.addEventListener('change', ({ target }) => {
  if (
    page instanceof HTMLFormElement &&
    (target instanceof HTMLSelectElement ||
      (target instanceof HTMLInputElement && /radio|checkbox/.test(target.type) && target.name !== ''))
  )
    page.requestSubmit()
})
// Fields that ask for nothing stay out of the address.
page?.addEventListener('formdata', (event) => {
  if (!(event instanceof FormDataEvent)) return
  const { formData } = event
  for (const name of new Set(formData.keys())) if (formData.get(name) === '') formData.delete(name)
})

const gone = document.querySelector<HTMLElement>('[data-gone]')?.dataset.gone
// Without an answer once more, the page says that the number is gone, and the try is kept for the next reload.
if (gone !== undefined && !keptThanks(gone)) askAgain(gone).catch(() => undefined)
orderForm()
