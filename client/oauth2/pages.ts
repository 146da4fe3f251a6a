/** The area's pages, code-split into a script of their own. Each is exported by its name in `shared/pages.ts`. */
export { ChooseAccountPage as chooseAccount } from './ChooseAccountPage.tsx';
export { ConsentPage as consent } from './ConsentPage.tsx';
export { DeviceDeniedPage as deviceDenied } from './DeviceEndPages.tsx';
export { DeviceDonePage as deviceDone } from './DeviceEndPages.tsx';
export { DevicePage as device } from './DevicePage.tsx';
