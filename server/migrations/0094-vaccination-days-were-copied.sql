drop procedure copy_vaccination_days;
