// A lawyer's link without the page's program: plain forms.
import { test } from "./fixtures.ts";
import { signedOff } from "./signoff.ts";

test("a lawyer leaves remarks and signs a version off by plain forms", async ({ page, browser, baseURL }) => {
  await signedOff(page, browser, baseURL!, { js: false });
});
