import './site.css'
import { applyTheme } from '../ui/apply-theme.ts'
import { followPage } from './follow.ts'

applyTheme()
followPage()

// Only who may be signed in pays for finding out.
const { signedIn } = document.documentElement.dataset
if (signedIn !== undefined && mayBeSignedIn()) import(/* @vite-ignore */ signedIn)

function mayBeSignedIn() {
  try {
    return localStorage.getItem('adire.token') !== null
  } catch {
    return false // storage may be refused
  }
}
