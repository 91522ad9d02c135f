import './site.css'
import { applyTheme } from '../ui/apply-theme.ts'
import { followPage } from './follow.ts'

applyTheme()
followPage()

// Only who may be signed in pays for finding out.
const { guests } = document.documentElement.dataset
if (guests !== undefined && mayBeSignedIn()) import(/* @vite-ignore */ guests)

function mayBeSignedIn() {
  try {
    return localStorage.getItem('adire.token') !== null
  } catch {
    return false // storage may be refused
  }
}
