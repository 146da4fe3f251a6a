import { saidOnce } from '../pages/saidOnce.ts';

/** That the user has just allowed a device. */
export const justConnected = saidOnce('portal_connected');
