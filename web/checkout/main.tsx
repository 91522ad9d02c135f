import { hydrateRoot } from 'react-dom/client'
import './checkout.css'
import { CheckoutPageView, type CheckoutProps } from './checkout.tsx'

const root = document.getElementById('checkout')
const data = document.getElementById('checkout-props')?.textContent
if (root && data) hydrateRoot(root, <CheckoutPageView {...(JSON.parse(data) as CheckoutProps)} />)
