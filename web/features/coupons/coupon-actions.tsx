import { archiveCoupon, getCoupon, listCoupons, updateCoupon } from '@adire/contract/coupons.ts'
import type { Coupon } from '@adire/contract/coupons-schemas.ts'
import { Archive, Pencil } from 'lucide-react'
import { Suspense, useState } from 'react'
import { useChange } from '../../client/api.ts'
import { ActionButton } from '../../ui/action-button.tsx'
import { ConfirmModal } from '../../ui/confirm-modal.tsx'
import { ErrorStrip } from '../../ui/error-strip.tsx'
import { FullLoader } from '../../ui/full-loader.tsx'
import { lazyComponent } from '../../ui/lazy-part.tsx'
import { RowMenu } from '../../ui/row-menu.tsx'

const RenameCouponModal = lazyComponent(() => import('./rename-coupon-modal.tsx').then((m) => m.RenameCouponModal))

/** Actions on a coupon, on its page or in the menu of a row. */
export function CouponActions({ coupon, isRow = false }: { coupon: Coupon; isRow?: boolean }) {
  const [open, setOpen] = useState<'rename' | 'archive'>()
  const close = () => setOpen(undefined)
  const archive = useChange(archiveCoupon, {
    refresh: [getCoupon, listCoupons],
    success: ({ name }) => `${name} is archived`,
    quiet: true,
    onDone: close,
  })
  const { id, name, code, status } = coupon
  const actions = (
    <>
      <ActionButton
        needs={updateCoupon}
        isRow={isRow}
        tone="secondary"
        icon={<Pencil strokeWidth={1.75} aria-hidden="true" />}
        onClick={() => setOpen('rename')}
      >
        Rename
      </ActionButton>
      {status === 'active' && (
        <ActionButton
          needs={archiveCoupon}
          isRow={isRow}
          tone="secondary"
          icon={<Archive strokeWidth={1.75} aria-hidden="true" />}
          onClick={() => setOpen('archive')}
        >
          Archive
        </ActionButton>
      )}
    </>
  )
  return (
    <>
      {isRow ? <RowMenu of={name}>{actions}</RowMenu> : actions}
      <ConfirmModal
        open={open === 'archive'}
        title="Archive this coupon?"
        action="Archive"
        onCancel={close}
        onConfirm={() => archive.mutate({ id })}
        busy={archive.isPending}
      >
        {archive.error && <ErrorStrip message={archive.error.message} className="mb-4" />}
        Nobody can use “{code ?? name}” from now on. Subscriptions that have it keep their discount. You can’t undo
        this.
      </ConfirmModal>
      <Suspense fallback={<FullLoader />}>
        {open === 'rename' && <RenameCouponModal coupon={coupon} onClose={close} />}
      </Suspense>
    </>
  )
}
