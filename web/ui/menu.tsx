import {
  type ButtonHTMLAttributes,
  createContext,
  type ReactNode,
  Suspense,
  useContext,
  useEffect,
  useEffectEvent,
  useId,
  useRef,
  useState,
} from 'react'
import { Link, type LinkProps } from 'react-router'
import { type Denied, useDenial } from './denial.ts'
import { placeBeside } from './place-beside.ts'
import { LinesSkeleton } from './skeleton.tsx'
import { useDenialTip } from './use-denial-tip.tsx'

const CloseContext = createContext<() => void>(() => {})

type MenuProps = {
  /** Content of the button; an icon alone needs `label` too. */
  button: ReactNode
  label?: string
  buttonClassName?: string
  align?: 'start' | 'end'
  className?: string
  /** Opens the menu when it is first shown. */
  startsOpen?: boolean | undefined
  children: ReactNode
}

/** Disclosure on the Popover API: the browser provides Escape, closing by an outside click, and the top layer. Its content
 * is rendered on first opening, and may be in its own chunk. */
export function Menu({
  button,
  label,
  buttonClassName = '',
  align = 'end',
  className = 'w-56',
  startsOpen,
  children,
}: MenuProps) {
  const id = useId()
  const [wasOpened, setOpened] = useState(false)
  const opener = useRef<HTMLButtonElement>(null)
  const panel = useRef<HTMLDivElement>(null)

  const positionPanel = () => {
    if (opener.current && panel.current?.offsetWidth) placeBeside(opener.current, panel.current, align)
  }

  const followSize = useEffectEvent(() => {
    const resized = new ResizeObserver(positionPanel)
    if (panel.current) resized.observe(panel.current)
    // The page changes its size, and the button its place.
    resized.observe(document.body)
    return () => resized.disconnect()
  })
  useEffect(() => (wasOpened ? followSize() : undefined), [wasOpened])

  const openAtOnce = useEffectEvent(() => {
    if (!startsOpen) return
    opener.current?.focus()
    panel.current?.showPopover()
  })
  useEffect(() => openAtOnce(), [])

  return (
    <>
      <button
        ref={opener}
        type="button"
        popoverTarget={id}
        aria-label={label}
        title={label}
        className={buttonClassName}
      >
        {button}
      </button>
      <div
        ref={panel}
        id={id}
        popover="auto"
        onBeforeToggle={() => setOpened(true)}
        className={`fixed inset-auto m-0 max-h-[70vh] max-w-[calc(100vw-16px)] overflow-y-auto rounded-lg bg-raised p-1.5 text-ink shadow-e2 open:animate-rise ${className}`}
      >
        <CloseContext value={() => panel.current?.hidePopover()}>
          {wasOpened && <Suspense fallback={<LinesSkeleton lines={2} />}>{children}</Suspense>}
        </CloseContext>
      </div>
    </>
  )
}

const item =
  'flex min-h-9 w-full items-center gap-2.5 rounded-sm px-2.5 py-1.5 text-left text-ink-2 hover:bg-neutral-soft ' +
  'hover:text-ink focus-visible:-outline-offset-2 pointer-coarse:min-h-11 [&_svg]:size-4 [&_svg]:shrink-0'

export function MenuButton({
  className = '',
  onClick,
  needs,
  denied,
  ...rest
}: ButtonHTMLAttributes<HTMLButtonElement> & Denied) {
  const close = useContext(CloseContext)
  const denial = useDenialTip(useDenial(needs) ?? denied)
  if (denial)
    return (
      <>
        <button
          {...rest}
          {...denial.props}
          type="button"
          className={`${item} cursor-not-allowed opacity-55 ${className}`}
        />
        {denial.tip}
      </>
    )
  return (
    <button
      {...rest}
      type="button"
      onClick={(event) => {
        close()
        onClick?.(event)
      }}
      className={`${item} ${className}`}
    />
  )
}

export function MenuLink({ className = '', onClick, needs, denied, ...rest }: LinkProps & Denied) {
  const close = useContext(CloseContext)
  const reason = useDenial(needs) ?? denied
  if (reason) return <MenuButton denied={reason}>{rest.children}</MenuButton>
  return (
    <Link
      {...rest}
      onClick={(event) => {
        close()
        onClick?.(event)
      }}
      className={`${item} ${className}`}
    />
  )
}

export function MenuLine() {
  return <hr className="-mx-1.5 my-1.5 border-line" />
}
