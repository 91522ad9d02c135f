import { hydrateRoot } from 'react-dom/client'
import './checkout.css'
import { Checkout, type CheckoutProps } from './checkout.tsx'

const root = document.getElementById('checkout')
const data = document.getElementById('checkout-props')?.textContent
if (root && data) hydrateRoot(root, <Checkout {...(JSON.parse(data) as CheckoutProps)} />)
