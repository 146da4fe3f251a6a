import { useEffect } from 'react';
import { forgetAddress, keepAddress } from './knownAddress.ts';
import { usePageContext } from './PageContext.tsx';

/** Keeps the address of whoever is signed in for the browser's next sign-in, unless the operator has switched that off. */
export function useKeepAddress(): void {
  const { signedInAs, signedInAddress, remembersAddress } = usePageContext();
  useEffect(() => {
    if (remembersAddress && signedInAddress !== undefined) keepAddress(signedInAddress);
    // whoever is signed in without an address takes the place of another as well
    else if (!remembersAddress || signedInAs !== undefined) forgetAddress();
  }, [signedInAs, signedInAddress, remembersAddress]);
}
