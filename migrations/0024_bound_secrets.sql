-- Slices of integrations by bindSecrets
SELECT 1;
--> statement-breakpoint
-- Slices of trackers by bindSecrets
SELECT 1;
