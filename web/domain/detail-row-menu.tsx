import type { Endpoint, EndpointInput, EndpointOutput } from '@adire/contract/endpoint.ts'
import { EllipsisVertical } from 'lucide-react'
import { type ReactNode, Suspense, useEffect, useState } from 'react'
import { useCall } from '../client/api.ts'
import { rowMenuButton } from '../ui/row-menu.tsx'
import { Spinner } from '../ui/spinner.tsx'
import { toast } from '../ui/toast.ts'

type DetailRowMenuProps<E extends Endpoint> = {
  /** Names the row: "Actions for Gold plan". */
  of: string
  endpoint: E
  input: EndpointInput<E>
  /** The actions of the object's own page, as the menu of a row that opens at once. */
  children: (object: EndpointOutput<E>) => ReactNode
}

/** Menu of a row whose actions need more than the row: the object is loaded when the menu is first opened. */
export function DetailRowMenu<E extends Endpoint>({ of, endpoint, input, children }: DetailRowMenuProps<E>) {
  const [isOpened, setOpened] = useState(false)
  const { data, error } = useCall(endpoint, input, { enabled: isOpened })
  useEffect(() => {
    if (!error) return
    toast.error(error.message)
    setOpened(false)
  }, [error])
  const button = (
    <button
      type="button"
      aria-label={`Actions for ${of}`}
      title={`Actions for ${of}`}
      aria-haspopup="true"
      aria-busy={isOpened}
      onClick={() => setOpened(true)}
      className={rowMenuButton}
    >
      {isOpened ? <Spinner /> : <EllipsisVertical strokeWidth={1.75} aria-hidden="true" />}
    </button>
  )
  return isOpened && data !== undefined ? <Suspense fallback={button}>{children(data)}</Suspense> : button
}
