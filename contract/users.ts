import { endpointsFor } from './endpoint.ts'
import type * as schemas from './users-schemas.ts'

const client = endpointsFor('core', 'client')

const user = endpointsFor('core', 'user', 'account')
export const verifyEmail = client.post<typeof schemas.verifyEmail>('api/v1/users/verify-email')
export const resendVerificationEmail = client.post<typeof schemas.resendVerificationEmail>(
  'api/v1/users/resend-verification-email',
)
export const forgotPassword = client.post<typeof schemas.forgotPassword>('api/v1/users/forgot-password')
export const resetPassword = client.post<typeof schemas.resetPassword>('api/v1/users/reset-password')
export const getUser = user.get<typeof schemas.getUser>('api/v1/users/:id')
export const updateUser = user.put<typeof schemas.updateUser>('api/v1/users/:id')
export const validatePassword = user.post<typeof schemas.validatePassword>('api/v1/users/validate-password')
export const changePassword = user.post<typeof schemas.changePassword>('api/v1/users/change-password')
export const confirmUser = user.post<typeof schemas.confirmUser>('api/v1/users/confirm')
export const startTwoFactor = user.post<typeof schemas.startTwoFactor>('api/v1/users/two-factor')
export const enableTwoFactor = user.post<typeof schemas.enableTwoFactor>('api/v1/users/two-factor/enable')
export const disableTwoFactor = user.post<typeof schemas.disableTwoFactor>('api/v1/users/two-factor/disable')
export const renewRecoveryCodes = user.post<typeof schemas.renewRecoveryCodes>('api/v1/users/two-factor/recovery-codes')
export const listSessions = user.get<typeof schemas.listSessions>('api/v1/users/:id/sessions')
export const endSession = user.del<typeof schemas.endSession>('api/v1/users/:id/sessions/:sessionId')
export const endOtherSessions = user.del<typeof schemas.endOtherSessions>('api/v1/users/:id/sessions')

export const notificationKinds = ['payment', 'dispute', 'kyc', 'settlement', 'security'] as const

export const getNotificationPreferences = user.get<typeof schemas.getNotificationPreferences>(
  'api/v1/users/:id/notification-preferences',
)
export const updateNotificationPreferences = user.put<typeof schemas.updateNotificationPreferences>(
  'api/v1/users/:id/notification-preferences',
)
export const logOut = user.post<typeof schemas.logOut>('api/v1/users/logout')
