import './site.css'
import { applyTheme } from '../ui/apply-theme.ts'
import { followPage } from './follow.ts'

applyTheme()
followPage()

// Only a browser that may have a session loads the script that checks it.
const { signedIn } = document.documentElement.dataset
if (signedIn !== undefined && mayBeSignedIn()) import(/* @vite-ignore */ signedIn)

function mayBeSignedIn() {
  try {
    return localStorage.getItem('adire.token') !== null
  } catch {
    return false // storage may be denied
  }
}
