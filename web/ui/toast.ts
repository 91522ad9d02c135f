import { limits } from '@adire/contract/limits.ts'
import { loadChunk } from './chunk.ts'

export type ToastKind = 'success' | 'error' | 'info'

type ToastOptions = {
  /** Default: the duration of the screen. */
  autoCloseMs?: number | undefined
}

/** Duration of a toast that is shown now: shorter on the settings screens (section 2.8 of the specification). */
const screenToastMs = () => (location.pathname.startsWith('/settings/') ? limits.settingsToastMs : limits.toastMs)

/** Loads the toast library with the first toast: most visits need none. If loading fails, the toast is dropped. */
function queueToast(kind: ToastKind, message: string, { autoCloseMs = screenToastMs() }: ToastOptions = {}) {
  loadChunk(() => import('./toaster.tsx')).then(
    ({ showToast }) => showToast(kind, message, autoCloseMs),
    (error) => console.error(error),
  )
}

export const toast = {
  success: (message: string, options?: ToastOptions) => queueToast('success', message, options),
  error: (message: string, options?: ToastOptions) => queueToast('error', message, options),
  info: (message: string, options?: ToastOptions) => queueToast('info', message, options),
}
