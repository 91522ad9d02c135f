import { hydrateRoot } from 'react-dom/client'
import './checkout.css'
import { loadCheckoutTexts } from '../languages/load.ts'
import { LanguageProvider } from '../languages/use-texts.tsx'
import { CheckoutPageView, type CheckoutProps } from './checkout.tsx'
import { loadFirstParts } from './first-parts.ts'

const root = document.getElementById('checkout')
const data = document.getElementById('checkout-props')?.textContent
if (root && data) {
  const props = JSON.parse(data) as CheckoutProps
  void Promise.all([loadCheckoutTexts(props.language.current), loadFirstParts(props)]).then(([texts]) =>
    hydrateRoot(
      root,
      <LanguageProvider choice={props.language} texts={texts}>
        <CheckoutPageView {...props} />
      </LanguageProvider>,
    ),
  )
}
