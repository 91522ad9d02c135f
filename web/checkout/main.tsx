import { hydrateRoot } from 'react-dom/client'
import './checkout.css'
import { loadCheckoutTexts } from '../languages/load.ts'
import { LanguageProvider } from '../languages/use-texts.tsx'
import { CheckoutPageView, type CheckoutProps } from './checkout.tsx'
import { QuantityField } from './parts.ts'

const root = document.getElementById('checkout')
const data = document.getElementById('checkout-props')?.textContent
if (root && data) {
  const props = JSON.parse(data) as CheckoutProps
  // Otherwise a smaller notice would replace the field until its file has loaded, and what is below would move.
  const loadedQuantity = props.page.quantity ? QuantityField.warm().catch(() => {}) : undefined
  void Promise.all([loadCheckoutTexts(props.language.current), loadedQuantity]).then(([texts]) =>
    hydrateRoot(
      root,
      <LanguageProvider choice={props.language} texts={texts}>
        <CheckoutPageView {...props} />
      </LanguageProvider>,
    ),
  )
}
