import { setting } from '../../provider/local/setting.ts';

/** Whether the tests run in front of another Kratos than the pinned one: newer versions skip some steps. */
export const isOtherKratos = setting('KRATOS_PROGRAM') !== undefined;
