import { assuranceLevels, recoveryStrategies } from './enumerations.ts';
import { del, get, operationsOf, post } from './rows.ts';
import {
  bodyField,
  cookie,
  flowBody,
  pages,
  query,
  required,
  requiredJson,
  sessionToken,
} from './parameters.ts';

const visit = ['visit'] as const;

/** Self-service flows and the caller's own sessions. */
export const frontend = operationsOf(
  { api: 'frontend', upstream: 'kratosPublic', access: 'public' },
  {
    createBrowserLoginFlow: get('/self-service/login/browser', {
      begins: 'login',
      fromOtherSites: visit,
      parameters: [
        query('refresh', { type: 'boolean' }),
        query('aal', { values: assuranceLevels }),
        'return_to',
        'login_challenge',
        'organization',
        'via',
        'identity_schema',
        cookie,
      ],
    }),
    createBrowserLogoutFlow: get('/self-service/logout/browser', {
      fromOtherSites: visit,
      parameters: ['return_to', cookie],
    }),
    createBrowserRecoveryFlow: get('/self-service/recovery/browser', {
      begins: 'recovery',
      fromOtherSites: visit,
      parameters: ['return_to', 'skip_settings'],
    }),
    createBrowserRegistrationFlow: get('/self-service/registration/browser', {
      begins: 'registration',
      fromOtherSites: visit,
      parameters: [
        'return_to',
        'login_challenge',
        'after_verification_return_to',
        'organization',
        'identity_schema',
      ],
    }),
    createBrowserSettingsFlow: get('/self-service/settings/browser', {
      begins: 'settings',
      fromOtherSites: visit,
      parameters: ['return_to', 'organization', cookie],
    }),
    createBrowserVerificationFlow: get('/self-service/verification/browser', {
      begins: 'verification',
      fromOtherSites: visit,
      parameters: ['return_to'],
    }),
    createFedcmFlow: get('/self-service/fed-cm/parameters'),
    createNativeLoginFlow: get('/self-service/login/api', {
      begins: 'login',
      parameters: [
        query('refresh', { type: 'boolean' }),
        query('aal', { values: assuranceLevels }),
        query('return_session_token_exchange_code', { type: 'boolean' }),
        'return_to',
        'organization',
        'via',
        'identity_schema',
        sessionToken,
      ],
    }),
    createNativeRecoveryFlow: get('/self-service/recovery/api', { begins: 'recovery' }),
    createNativeRegistrationFlow: get('/self-service/registration/api', {
      begins: 'registration',
      parameters: [
        query('return_session_token_exchange_code', { type: 'boolean' }),
        'return_to',
        'organization',
        'identity_schema',
      ],
    }),
    createNativeSettingsFlow: get('/self-service/settings/api', {
      begins: 'settings',
      parameters: ['organization', sessionToken],
    }),
    createNativeVerificationFlow: get('/self-service/verification/api', {
      begins: 'verification',
      parameters: ['return_to'],
    }),
    deleteTestLoginFlow: del('/self-service/login/test', { parameters: [required('id'), cookie] }),
    disableMyOtherSessions: del('/sessions', { access: 'session', parameters: [sessionToken, cookie] }),
    disableMySession: del('/sessions/{id}', { access: 'session', parameters: [sessionToken, cookie] }),
    exchangeSessionToken: get('/sessions/token-exchange', {
      finishes: 'login',
      parameters: [required('init_code'), required('return_to_code')],
    }),
    getFlowError: get('/self-service/errors', { parameters: [required('id')] }),
    getLoginFlow: get('/self-service/login/flows', { parameters: [required('id'), cookie] }),
    getRecoveryFlow: get('/self-service/recovery/flows', { parameters: [required('id'), cookie] }),
    getRegistrationFlow: get('/self-service/registration/flows', { parameters: [required('id'), cookie] }),
    getSettingsFlow: get('/self-service/settings/flows', {
      parameters: [required('id'), sessionToken, cookie],
    }),
    getVerificationFlow: get('/self-service/verification/flows', { parameters: [required('id'), cookie] }),
    getWebAuthnJavaScript: get('/.well-known/ory/webauthn.js', { cacheable: 'by-integrity' }),
    getWellKnownChangePassword: get('/.well-known/change-password', {
      fromOtherSites: visit,
      cacheable: true,
    }),
    listMySessions: get('/sessions', { access: 'session', parameters: [...pages, sessionToken, cookie] }),
    performNativeLogout: del('/self-service/logout/api', {
      readsBody: true,
      body: requiredJson('performNativeLogoutBody'),
    }),
    toSession: get('/sessions/whoami', {
      access: 'session',
      parameters: ['tokenize_as', sessionToken, cookie],
    }),
    updateFedcmFlow: post('/self-service/fed-cm/token', {
      finishes: 'login',
      body: flowBody('updateFedcmFlowBody'),
    }),
    updateLoginFlow: post('/self-service/login', {
      submits: 'login',
      readsAnswer: true,
      parameters: [required('flow'), sessionToken, cookie],
      body: flowBody('updateLoginFlowBody'),
    }),
    updateLogoutFlow: get('/self-service/logout', {
      fromOtherSites: visit,
      parameters: ['token', 'return_to', cookie],
    }),
    updateRecoveryFlow: post('/self-service/recovery', {
      submits: 'recovery',
      parameters: [required('flow'), 'token', cookie],
      body: flowBody('updateRecoveryFlowBody'),
      fields: [bodyField('method', recoveryStrategies)],
    }),
    updateRegistrationFlow: post('/self-service/registration', {
      submits: 'registration',
      readsAnswer: true,
      parameters: [required('flow'), cookie],
      body: flowBody('updateRegistrationFlowBody'),
    }),
    updateSettingsFlow: post('/self-service/settings', {
      submits: 'settings',
      parameters: [required('flow'), sessionToken, cookie],
      body: flowBody('updateSettingsFlowBody'),
    }),
    updateVerificationFlow: post('/self-service/verification', {
      submits: 'verification',
      readsAnswer: true,
      parameters: [required('flow'), 'token', cookie],
      body: flowBody('updateVerificationFlowBody'),
      fields: [bodyField('method', recoveryStrategies)],
    }),
  },
);
