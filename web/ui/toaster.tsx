import { limits } from '@adire/contract/limits.ts'
import { CircleAlert, CircleCheck, Info, X } from 'lucide-react'
import { createRoot } from 'react-dom/client'
import { cssTransition, ToastContainer, toast } from 'react-toastify/unstyled'
import type { ToastKind } from './toast.ts'

const transition = cssTransition({ enter: 'toast-in', exit: 'toast-out', collapseDuration: 150 })

const icons = {
  success: <CircleCheck className="size-[18px] text-ok" strokeWidth={1.75} aria-hidden="true" />,
  error: <CircleAlert className="size-[18px] text-bad" strokeWidth={1.75} aria-hidden="true" />,
  info: <Info className="size-[18px] text-link" strokeWidth={1.75} aria-hidden="true" />,
}

let layer: HTMLElement | undefined

/** Creates and shows the toast container, a popover in the top layer: else an open modal would cover it. */
function openLayer() {
  if (!layer) {
    layer = document.createElement('div')
    layer.className = 'toasts'
    layer.popover = 'manual'
    document.body.append(layer)
    createRoot(layer).render(
      <ToastContainer
        pauseOnHover
        pauseOnFocusLoss
        closeOnClick
        draggablePercent={limits.toastDragPercent}
        hideProgressBar
        transition={transition}
        closeButton={({ closeToast }) => (
          <button
            type="button"
            aria-label="Close"
            onClick={closeToast}
            className="-my-1 -mr-1.5 ml-auto inline-flex size-7 shrink-0 items-center justify-center rounded-sm text-muted hover:text-ink [&_svg]:size-4"
          >
            <X strokeWidth={1.75} aria-hidden="true" />
          </button>
        )}
      />,
    )
  }
  // Showing it again puts it above a modal that was opened later.
  if (layer.matches(':popover-open')) layer.hidePopover()
  layer.showPopover()
}

export function showToast(kind: ToastKind, message: string, autoCloseMs: number) {
  openLayer()
  toast[kind](message, { autoClose: autoCloseMs, icon: icons[kind], role: kind === 'error' ? 'alert' : 'status' })
}
