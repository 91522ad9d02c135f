import { limits } from '@adire/contract/limits.ts'
import { chunk } from './chunk.ts'

export type ToastKind = 'success' | 'error' | 'info'

type ToastOptions = {
  /** 5000 by default; the settings screens say `limits.settingsToastMs`. */
  autoCloseMs?: number
}

/** The library comes with the first toast: most visits need none. A toast that cannot be loaded is let go. */
function show(kind: ToastKind, message: string, { autoCloseMs = limits.toastMs }: ToastOptions = {}) {
  chunk(() => import('./toaster.tsx')).then(
    ({ showToast }) => showToast(kind, message, autoCloseMs),
    (error) => console.error(error),
  )
}

export const toast = {
  success: (message: string, options?: ToastOptions) => show('success', message, options),
  error: (message: string, options?: ToastOptions) => show('error', message, options),
  info: (message: string, options?: ToastOptions) => show('info', message, options),
}
