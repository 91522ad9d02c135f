import { updateNotificationPreferences, updateUser } from '@adire/contract/users.ts'
import { lazyPage } from '../ui/chunk.ts'
import type { Screen } from './screens.tsx'

/** Tabs of the settings, in their order on the screen. Neighbours of one group have one heading. */
export const settingsTabs: readonly (Screen & { label: string; group: string })[] = [
  {
    path: '/settings/business-profile',
    group: 'Business',
    needs: 'business.view',
    label: 'Business Profile',
    words: 'logo address name fees',
    Page: lazyPage(() =>
      import('../features/merchants/business-profile-panel.tsx').then((m) => m.BusinessProfilePanel),
    ),
  },
  {
    path: '/settings/bank-accounts',
    group: 'Business',
    needs: 'bank_accounts.view',
    label: 'Bank Accounts',
    words: 'payout settlement account',
    Page: lazyPage(() => import('../features/bank-accounts/bank-accounts-panel.tsx').then((m) => m.BankAccountsPanel)),
  },
  {
    path: '/settings/prices',
    group: 'Business',
    needs: 'business.view',
    label: 'Prices & Limits',
    words: 'fees rates calculator charges limit maximum',
    Page: lazyPage(() => import('../features/prices/prices-panel.tsx').then((m) => m.PricesPanel)),
  },
  {
    path: '/settings/team',
    group: 'People',
    label: 'Team',
    words: 'members people roles permissions invite staff',
    needs: 'team.view',
    Page: lazyPage(() => import('../features/team/team-panel.tsx').then((m) => m.TeamPanel)),
  },
  {
    path: '/settings/approvals',
    group: 'People',
    label: 'Approvals',
    words: 'requests two-person confirm waiting second person',
    Page: lazyPage(() => import('../features/approvals/approvals-panel.tsx').then((m) => m.ApprovalsPanel)),
  },
  {
    path: '/settings/audit-log',
    group: 'People',
    needs: 'audit_log.view',
    label: 'Audit log',
    words: 'history changes members',
    Page: lazyPage(() => import('../features/audit/audit-panel.tsx').then((m) => m.AuditPanel)),
  },
  {
    path: '/settings/api-webhooks',
    group: 'Developers',
    needs: 'api_keys.view',
    label: 'Api keys & Merchant Code',
    words: 'secret public key developer',
    Page: lazyPage(() => import('../features/api-keys/api-keys-panel.tsx').then((m) => m.ApiKeysPanel)),
  },
  {
    path: '/settings/webhooks',
    group: 'Developers',
    needs: 'webhooks.view',
    label: 'Webhooks',
    words: 'events endpoints developer',
    Page: lazyPage(() => import('../features/webhooks/webhooks-panel.tsx').then((m) => m.WebhooksPanel)),
  },
  {
    path: '/settings/request-log',
    group: 'Developers',
    needs: 'request_log.view',
    label: 'Request log',
    words: 'api requests developer',
    Page: lazyPage(() => import('../features/request-log/request-log-panel.tsx').then((m) => m.RequestLogPanel)),
  },
  {
    path: '/settings/copy-to-live',
    group: 'Developers',
    needs: 'business.view',
    label: 'Copy to Live Mode',
    words: 'promote test live deploy differences',
    Page: lazyPage(() => import('../features/promotion/promotion-panel.tsx').then((m) => m.PromotionPanel)),
  },
  {
    path: '/settings/user-profile',
    group: 'Your account',
    // Staff who view the dashboard do not see the owner's own account.
    needs: updateUser,
    label: 'User Profile',
    words: 'password two-factor devices',
    Page: lazyPage(() => import('../features/users/user-profile-panel.tsx').then((m) => m.UserProfilePanel)),
  },
  {
    path: '/settings/notifications',
    group: 'Your account',
    needs: updateNotificationPreferences,
    label: 'Notifications',
    words: 'emails',
    Page: lazyPage(() => import('../features/users/notifications-panel.tsx').then((m) => m.NotificationsPanel)),
  },
]
